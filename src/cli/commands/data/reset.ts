import type { Command } from 'commander'
import { command } from '../../command.ts'
import type { Io } from '../../io.ts'
import { connect, type TargetOptions, withTarget } from '../../options/connection.ts'
import { outputFor } from '../../terminal/output.ts'
import { timeText } from '../../words/time-text.ts'

export function resetCommand(io: Io): Command {
  return withTarget(
    command('reset', {
      summary: 'Go back to the state at the start',
      details:
        'Resets data, counters, clock, request journal and rules of a world to the start options. Snapshots stay.',
      examples: [
        'npx sandgate reset',
        'npx sandgate reset --world worker-1',
        'npx sandgate reset --label "refund after time-out"',
      ],
    }),
  )
    .option('--label <text>', 'what comes next, for the report: usually the name of a test')
    .action(async (options: TargetOptions & { readonly label?: string }) => {
      const { label } = options
      const clock = await connect(options, io).reset(label === undefined ? {} : { label })
      outputFor(options, io).result(
        clock,
        () => `Reset. It is ${timeText(clock.now)}, and the clock is ${clock.mode}.`,
      )
    })
}

import type { Command } from 'commander'
import type { Io } from '../../io.ts'
import { connect, type TargetOptions, withTargetOptions } from '../../options/connection.ts'
import { outputFor } from '../../terminal/output.ts'
import { sydneyTimeText } from '../../words/value-text.ts'

export function resetCommand(command: Command, io: Io): Command {
  return withTargetOptions(command)
    .option('--label <text>', 'what comes next, for the report: usually the name of a test')
    .action(async (options: TargetOptions & { readonly label?: string }) => {
      const { label } = options
      const clock = await connect(options, io).reset(label === undefined ? {} : { label })
      outputFor(options, io).result(
        clock,
        () => `Reset. It is ${sydneyTimeText(clock.now)}, and the clock is ${clock.mode}.`,
      )
    })
}

import type { Command } from 'commander'
import type { Io } from '../../io.ts'
import { overCall } from '../../options/control-command.ts'
import { sydneyTimeText } from '../../words/value-text.ts'

export function resetCommand(command: Command, io: Io): Command {
  command.option('--label <text>', 'what comes next, for the report: usually the name of a test')
  return overCall(command, io, {
    call: (client, _given, { label }: { readonly label?: string }) =>
      client.reset(label === undefined ? {} : { label }),
    text: (_output, { now, mode }) =>
      `Reset. It is ${sydneyTimeText(now)}, and the clock is ${mode}.`,
  })
}

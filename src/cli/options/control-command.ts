import type { Command } from 'commander'
import type { ControlClient } from '../../client/control-client.ts'
import { newCommand } from '../command.ts'
import type { Io } from '../io.ts'
import { type Output, outputFor } from '../terminal/output.ts'
import {
  askOrFallBack,
  connect,
  connectToRead,
  orList,
  type TargetOptions,
  withTargetOptions,
  withUrl,
} from './connection.ts'

/** A command over one call of the control API: its argument, the call, and how its answer is shown. */
interface ControlCommand<Answer, Given, Options> {
  readonly argument?: Parameters<Command['argument']>
  /**
   * `reads`: it creates no missing world. `tells`: without a sandbox, the config file answers.
   * `sandbox`: it is about no world.
   */
  readonly kind?: 'reads' | 'tells' | 'sandbox'
  /** The command that lists what the argument may be. */
  readonly listing?: string
  readonly call: (
    client: ControlClient,
    given: Given,
    options: TargetOptions & Options,
  ) => Promise<Answer>
  readonly text: (output: Output, answer: Answer, given: Given, self: Command) => string
}

/** Adds the argument, the options and the action of such a command. */
export function overCall<Answer, Given = string, Options = object>(
  command: Command,
  io: Io,
  { argument, kind, listing, call, text }: ControlCommand<Answer, Given, Options>,
): Command {
  if (argument !== undefined) command.argument(...argument)
  return (kind === 'sandbox' ? withUrl : withTargetOptions)(command).action(async () => {
    const options = command.opts<TargetOptions & Options>()
    const given: Given = command.processedArgs[0]
    const ask = (client: ControlClient) => call(client, given, options)
    const asked =
      kind === 'tells'
        ? askOrFallBack({ command, io }, ask)
        : ask((kind === 'reads' ? connectToRead : connect)(options, io))
    const answer = await (listing === undefined ? asked : orList(asked, listing, command))
    outputFor(options, io).result(answer, (output) => text(output, answer, given, command))
  })
}

/** The same as a subcommand; its example begins with `npx sandgate`. */
export function memberOverCall<Answer, Given = string>(
  io: Io,
  [name, summary, example]: readonly [name: string, summary: string, example: string],
  definition: ControlCommand<Answer, Given, object>,
): Command {
  return overCall(newCommand(name, { summary, examples: [example] }), io, definition)
}

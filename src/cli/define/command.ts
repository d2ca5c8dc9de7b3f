import type { Command } from 'commander'
import type { ListName } from '../../control/client/client-lists.ts'
import type { ControlClient } from '../../control/client/control-client.ts'
import type { StartOptions } from '../../runtime/config/options.ts'
import type { Io } from '../io.ts'
import {
  askOrFallBack,
  connect,
  connectToRead,
  orList,
  type TargetOptions,
  targetOptions,
} from '../options/connection.ts'
import { type ListedPage, listedPages, printCsv } from '../options/csv.ts'
import { type Starter, settingOptions } from '../options/start-options.ts'
import { type Output, outputFor } from '../terminal/output.ts'
import { todayOf } from '../words/value-text.ts'
import {
  type ArgumentDefinition,
  type OptionDefinition,
  optionGroups,
  type ValuesOf,
} from './option.ts'

/** The groups of `--help`, in its order. */
export const commandGroups = [
  'Start here',
  'Run a sandbox',
  'Make something happen',
  'See what happened',
  'Know the gateway',
  'Save and restore',
  'For tools',
] as const

/** How long a command that runs a sandbox serves. */
export type Serving = 'until-stopped' | 'during-command'

/** A command as the program, its help and its docs use it. */
export interface CommandDefinition extends CommandText {
  readonly args: Readonly<Record<string, ArgumentDefinition>>
  readonly options: Readonly<Record<string, OptionDefinition>>
  readonly members: readonly CommandDefinition[]
  /** Undefined if it only holds others. */
  readonly act?: (given: never, context: Context) => Promise<void> | void
}

/** What is the same for each command. */
interface CommandText {
  readonly name: string
  /** Where `--help` lists it; a member of another command is in no group. */
  readonly group?: (typeof commandGroups)[number]
  /** One line for the list of commands. */
  readonly summary: string
  /** The first lines of its help; the summary if left out. */
  readonly details?: string
  /** What follows `npx sandgate`. */
  readonly examples: readonly string[]
  readonly serves?: Serving
  /** Its options contain the settings of a sandbox that it starts. */
  readonly starts?: Starter
  /** The words after its arguments belong to another program: `[options] -- <command...>`. */
  readonly runs?: true
  /** The member that is meant if none is named. */
  readonly usualMember?: string
  /** Its arguments may begin with a dash. */
  readonly takesDashes?: true
}

/** Every command by its name, each loaded when it is first needed. */
export type Commands = Readonly<Record<string, () => Promise<CommandDefinition>>>

/** What surrounds a command that is run. */
export interface Context {
  readonly io: Io
  readonly self: Command
  readonly all: Commands
}

/** What a command addresses: a world of a running sandbox, the sandbox itself, or neither. */
type Target = keyof typeof targetOptions

type Given<Args, Options, To extends Target, Starts> = ValuesOf<Args> &
  ValuesOf<Options> &
  ValuesOf<(typeof targetOptions)[To]> &
  (Starts extends Starter ? StartOptions : unknown)

interface Spec<Args, Options, To extends Target, Starts> extends CommandText {
  readonly args?: Args
  readonly options?: Options
  readonly target?: To
  readonly starts?: Starts & Starter
}

/** What the options of a list have in common. */
interface ListOptions extends TargetOptions {
  readonly csv?: true | undefined
  readonly after?: number | string | undefined
}

interface CallSpec<Args, Options, To extends Target, Answer>
  extends Spec<Args, Options, To, undefined> {
  /** It creates no missing world. */
  readonly isReading?: true
  /** What answers if no sandbox does and none was named: the config file with the defaults. */
  readonly fallback?: 'config'
  /** Its text has times, which say their date unless it is that of the sandbox's clock. */
  readonly isDated?: true
  /** The command that lists what its argument may be. */
  readonly listing?: string
  /** The list that `--csv` prints whole, page by page. */
  readonly csv?: ListName
  readonly call: (
    client: ControlClient,
    given: Given<Args, Options, To, undefined>,
    context: Context,
  ) => Promise<Answer>
  /** The answer for people; `--json` prints the answer itself. */
  readonly text: (
    output: Output,
    answer: Answer,
    given: Given<Args, Options, To, undefined>,
    context: Context,
  ) => string
}

interface RunSpec<Args, Options, To extends Target, Starts>
  extends Spec<Args, Options, To, Starts> {
  readonly run: (given: Given<Args, Options, To, Starts>, context: Context) => Promise<void> | void
}

type Nothing = Readonly<Record<never, never>>

/** A command that does something by itself. */
export function command<
  const Args extends CommandDefinition['args'] = Nothing,
  const Options extends CommandDefinition['options'] = Nothing,
  To extends Target = 'output',
  Starts = undefined,
>(spec: RunSpec<Args, Options, To, Starts>): CommandDefinition {
  const { args = {}, options = {}, target = 'output', run, ...text } = spec
  const settings = spec.starts === undefined ? {} : settingOptions(spec.starts)
  const all = { ...options, ...targetOptions[target], ...settings }
  return { ...text, args, options: grouped(all), members: [], act: run }
}

/** A command over one call of the control API: the call, and how its answer is shown. */
export function callCommand<
  Answer,
  const Args extends CommandDefinition['args'] = Nothing,
  const Options extends CommandDefinition['options'] = Nothing,
  To extends 'world' | 'sandbox' = 'world',
>(spec: CallSpec<Args, Options, To, Answer>): CommandDefinition {
  const {
    args = {},
    options = {},
    isReading,
    isDated,
    fallback,
    listing,
    csv,
    call,
    text,
    ...rest
  } = spec
  const { target = 'world', ...facts } = rest
  return {
    ...facts,
    args,
    options: grouped({ ...options, ...targetOptions[target] }),
    members: [],
    async act(given: Given<Args, Options, To, undefined> & ListOptions, context: Context) {
      const { io, self } = context
      if (csv !== undefined && given.csv) {
        const client = connectToRead(given, io)
        const pages = listedPages(self, given.after, async (page) => {
          const answer = await call(client, { ...given, ...page }, context)
          return answer as Answer & ListedPage<typeof csv>
        })
        await printCsv(io, csv, pages)
        return
      }
      const ask = (client: ControlClient) => call(client, given, context)
      const asked =
        fallback === 'config'
          ? askOrFallBack({ command: self, io }, ask)
          : ask((isReading ? connectToRead : connect)(given, io))
      const answer = await (listing === undefined ? asked : orList(asked, listing, self))
      const clock = isDated && !given.json ? await connectToRead(given, io).clock() : undefined
      outputFor(given, io, clock && todayOf(clock)).result(answer, (output) =>
        text(output, answer, given, context),
      )
    },
  }
}

/** A command that only holds others. */
export function commandGroup(
  spec: CommandText & { readonly members: readonly CommandDefinition[] },
): CommandDefinition {
  return { ...spec, args: {}, options: {} }
}

/** The usual options first, then the groups in their order. */
function grouped(options: CommandDefinition['options']): CommandDefinition['options'] {
  const rank = ({ group }: OptionDefinition) =>
    group === undefined ? -1 : optionGroups.indexOf(group)
  return Object.fromEntries(
    Object.entries(options).toSorted(([, one], [, other]) => rank(one) - rank(other)),
  )
}

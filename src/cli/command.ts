import { Command, Option } from 'commander'
import { didYouMean } from '../document/nearest-word.ts'
import { settingsTable } from '../runtime/config/settings-table.ts'
import { misuse } from './cli-error.ts'
import type { Io } from './io.ts'

export interface CommandText {
  /** One line for the list of commands. */
  readonly summary: string
  /** The first lines of its help; the summary if left out. */
  readonly details?: string
  /** What follows `npx sandgate`. */
  readonly examples: readonly string[]
}

/** A command that throws instead of exiting, and shows examples in its help. */
export function newCommand(name: string, { summary, details, examples }: CommandText): Command {
  const heading = examples.length === 1 ? 'Example:' : 'Examples:'
  return quietCommand(name)
    .summary(summary)
    .description(details ?? `${summary}.`)
    .addHelpText(
      'after',
      ['', heading, ...examples.map((line) => `  npx sandgate ${line}`)].join('\n'),
    )
    .allowExcessArguments()
    .hook('preAction', (_parent, action) => refuseExcess(action))
}

/** A subcommand such as `clock upcoming`, whose summary says all. */
export function subcommand(name: string, summary: string, ...examples: readonly string[]): Command {
  return newCommand(name, { summary, examples })
}

/** Adds subcommands to a command such as `clock`, which only holds others. */
export function withMembers(command: Command, members: readonly Command[]): Command {
  for (const member of members) command.addCommand(member)
  const rest = 'Each command takes --json; its own --help shows all its options.'
  return command.description(`${command.description()} ${rest}`).configureHelp({ subcommandTerm })
}

/** `load <name or file>`: the options are left to the subcommand's own help. */
function subcommandTerm(member: Command): string {
  const args = member.registeredArguments.map((one) => {
    const name = one.variadic ? `${one.name()}...` : one.name()
    return one.required ? `<${name}>` : `[${name}]`
  })
  return [member.name(), ...args].join(' ')
}

/** A command that throws its errors, so that `run` prints each once, in one line. */
export function quietCommand(name: string): Command {
  return new Command(name)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .showSuggestionAfterError()
}

export function jsonOption(): Option {
  const { flag, help } = settingsTable.json
  return new Option(flag, help)
}

/** The words that call a command: `sandgate clock advance`. */
function wordsOf(command: Command): string {
  return command.parent === null ? command.name() : `${wordsOf(command.parent)} ${command.name()}`
}

function refuseExcess(action: Command): void {
  const { args, registeredArguments, parent } = action
  if (registeredArguments.at(-1)?.variadic || args.length <= registeredArguments.length) return
  const extra = args[registeredArguments.length] ?? ''
  const siblings = parent?.parent ? parent.commands.map((one) => one.name()) : []
  // `clock foo` arrives here as `clock show foo`, since `show` is the default of `clock`.
  const isStandIn = siblings.length > 0 && parent?.args[0] === extra
  const hint = didYouMean(extra, siblings) || (isStandIn ? `; it has ${siblings.join(', ')}` : '')
  if (parent && hint !== '') throw misuse(`'${wordsOf(parent)}' has no command '${extra}'${hint}`)
  throw misuse(`'${extra}' is an unexpected argument; see 'npx ${wordsOf(action)} --help'`)
}

/** How long a command that runs a sandbox serves. */
export type Serving = 'until-stopped' | 'during-command'

/** One command; the list of commands, its help and the docs take their text from here. */
interface CatalogueEntry extends CommandText {
  readonly serves?: Serving
  /** Adds the arguments, options and action; loaded only when the command is called. */
  readonly load: () => Promise<(command: Command, io: Io) => Command>
}

export type CatalogueEntries = Readonly<Record<string, CatalogueEntry>>

import { Command, type CommanderError, Help, type Option } from 'commander'
import { didYouMean } from '../../base/text/nearest-word.ts'
import { misuse } from '../cli-error.ts'
import type { Io } from '../io.ts'
import {
  findByPort,
  refuseUnclearSwitches,
  resolveConflicts,
  warnOfMisspelt,
} from '../options/environment.ts'
import { checkSettings, environmentText } from '../options/start-options.ts'
import { USUAL_WIDTH, widthOf, withoutBackticks } from '../terminal/flow.ts'
import type { CommandDefinition, Commands } from './command.ts'
import { commanderArgument, commanderOption, type OptionDefinition } from './option.ts'

/** What surrounds a command of the program. */
interface Program {
  readonly io: Io
  readonly all: Commands
}

/** Commander's command for a definition. */
export function programCommand(definition: CommandDefinition, program: Program): Command {
  const { name, summary, details, examples, args, options, starts, members, act } = definition
  const { io, all } = program
  const made = quietCommand(name)
    .summary(summary)
    .description(withoutBackticks(details ?? `${summary}.`))
    .configureHelp(helpWith(examples))
    .allowExcessArguments()
  withOptions(made, definition)
  for (const one of Object.values(args)) made.addArgument(commanderArgument(one))
  if (definition.takesDashes) made.allowUnknownOption()
  if (definition.runs) made.usage('[options] -- <command...>').passThroughOptions()
  if (members.length > 0) withMembers(made, definition, program)
  if (act !== undefined) {
    made.action(async () => {
      const values = Object.keys(args).map((name, i) => [name, made.processedArgs[i]])
      const given: object = { ...made.opts(), ...Object.fromEntries(values) }
      // Its definition has typed the values by the parsers that made them.
      await act(given as never, { io, self: made, all })
    })
  }
  return writingTo(made, io).hook('preAction', (_parent, action) => {
    if (made !== action) return
    refuseExcess(made)
    refuseUnclearSwitches(made, io.env)
    resolveConflicts(made, options)
    if (starts !== undefined) checkSettings(made)
    warnOfMisspelt(io)
    findByPort(action, io)
  })
}

/** Makes a command write its help to `io`. */
export function writingTo(made: Command, io: Io): Command {
  return made.configureOutput({
    writeOut: (text) => io.stdout.write(text),
    writeErr: (text) => io.stderr.write(text),
    getOutHelpWidth: () => widthOf(io.stdout) ?? USUAL_WIDTH,
    getErrHelpWidth: () => widthOf(io.stderr) ?? USUAL_WIDTH,
  })
}

/** Those of a command with many options are in groups, the usual ones first. */
function withOptions(made: Command, { options, starts }: CommandDefinition): void {
  // Otherwise it would have a group for itself, after all others.
  const groups = Object.values(options).map(({ group }) => group)
  const last = groups.includes(undefined) ? undefined : groups.at(-1)
  const own = starts === undefined ? last : 'Common'
  if (own !== undefined) made.optionsGroup(`${own}:`).helpOption(...HELP)
  const isOption = (text: string) =>
    HELP[0].split(', ').includes(text) ||
    made.options.some(({ long, short }) => text === long || text === short)
  for (const one of Object.values(options)) {
    made.addOption(withHeading(commanderOption(one, isOption), one))
  }
  if (starts === undefined) return
  made.addHelpText('after', environmentText)
}

function withHeading(made: Option, { group }: OptionDefinition): Option {
  return group === undefined ? made : made.helpGroup(`${group}:`)
}

function withMembers(
  made: Command,
  { members, usualMember }: CommandDefinition,
  program: Program,
): void {
  for (const member of members) {
    made.addCommand(programCommand(member, program), { isDefault: member.name === usualMember })
  }
  const rest = 'Each command takes --json; its own --help shows all its options.'
  made
    .description(`${made.description()} ${rest}`)
    .configureHelp({ ...made.configureHelp(), subcommandTerm })
}

/** `load <name or file>`: the options are left to the member's own help. */
function subcommandTerm(member: Command): string {
  return [member.name(), ...argumentForms(member)].join(' ')
}

/** In a narrow terminal, too, the texts of options are in their own column. */
export const helpLayout = { minWidthToWrap: 20 } as const

/** The examples come directly below what the command does, each on one line. */
function helpWith(examples: readonly string[]) {
  const heading = examples.length === 1 ? 'Example:' : 'Examples:'
  const lines = [heading, ...examples.map((line) => `  npx sandgate ${line}`)].join('\n')
  return {
    ...helpLayout,
    formatHelp(made: Command, help: Help): string {
      const parts = Help.prototype.formatHelp.call(help, made, help).split('\n\n')
      return [...parts.slice(0, 2), lines, ...parts.slice(2)].join('\n\n')
    },
  }
}

const HELP = ['-h, --help', 'show this help'] as const

/** A command that throws its errors, so that `run` prints each once, in one line. */
export function quietCommand(name: string): Command {
  const made = new Command(name)
  return made
    .exitOverride((error) => {
      throw usageError(error, made)
    })
    .configureOutput({ outputError: () => undefined })
    .configureHelp(helpLayout)
    .helpOption(...HELP)
    .helpCommand(false)
}

/** What commander says of a usage error, in one line, with what to do next. */
function usageError(error: CommanderError, made: Command): Error {
  if (error.exitCode === 0 || error.code === 'commander.help') return error
  const text = error.message.replace(/^error: /, '').replaceAll('\n', ' ')
  const isAdvised = /\(Did you mean|Allowed choices/.test(text)
  return misuse(isAdvised ? text : `${text}${seeHelp(made)}`)
}

export function seeHelp(command: Command): string {
  return `; see 'npx ${wordsOf(command)} --help'`
}

function argumentForms({ registeredArguments }: Command): readonly string[] {
  return registeredArguments.map((one) => {
    const name = one.variadic ? `${one.name()}...` : one.name()
    return one.required ? `<${name}>` : `[${name}]`
  })
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
  // `clock foo` arrives here as `clock show foo`, since `show` is the usual member of `clock`.
  if (parent && siblings.length > 0 && parent.args[0] === extra) {
    throw misuse(`unknown command '${extra}'${didYouMean(extra, siblings) || seeHelp(parent)}`)
  }
  throw misuse(`unexpected argument '${extra}'${seeHelp(action)}`)
}

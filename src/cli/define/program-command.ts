import { Command, type CommanderError, type Option } from 'commander'
import { listText } from '../../base/text/counted.ts'
import { didYouMean, nearestWord, proposalText } from '../../base/text/nearest-word.ts'
import { optionName } from '../../judge/sweep/document/made-with.ts'
import { CliError, exitCode, misuse } from '../cli-error.ts'
import type { Io } from '../io.ts'
import {
  findByPort,
  refuseUnclearSwitches,
  resolveConflicts,
  warnOfMisspelt,
} from '../options/environment.ts'
import { checkSettings, environmentText } from '../options/start-options.ts'
import { flow, USUAL_WIDTH, widthOf } from '../terminal/flow.ts'
import { withoutBackticks } from '../terminal/inline-code.ts'
import type { CommandDefinition, Commands } from './command.ts'
import {
  commanderArgument,
  commanderOption,
  missingValue,
  type OptionDefinition,
} from './option.ts'

/** What surrounds a command of the program. */
interface Program {
  readonly io: Io
  readonly all: Commands
  /** What is typed. */
  readonly words: readonly string[]
}

/** Commander's command for a definition. */
export function programCommand(definition: CommandDefinition, program: Program): Command {
  const { name, summary, details, examples, args, options, starts, members, act } = definition
  const { io, all, words } = program
  const heading = examples.length === 1 ? 'Example:' : 'Examples:'
  const made = quietCommand(name, words)
    .summary(summary)
    .description(withoutBackticks(details ?? `${summary}.`))
    .addHelpText(
      'after',
      ['', heading, ...examples.map((line) => `  npx sandgate ${line}`)].join('\n'),
    )
    .allowExcessArguments()
  withOptions(made, definition, io)
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
    refuseMissing(made, options)
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
function withOptions(made: Command, { options, starts }: CommandDefinition, io: Io): void {
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
  made.addHelpText('after', () =>
    flow(environmentText(starts), widthOf(io.stdout) ?? USUAL_WIDTH, 2),
  )
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
  made.description(`${made.description()} ${rest}`).configureHelp({ ...helpLayout, subcommandTerm })
}

/** `load <name or file>`: the options are left to the member's own help. */
function subcommandTerm(member: Command): string {
  return [member.name(), ...argumentForms(member)].join(' ')
}

/** In a narrow terminal, too, the texts of options are in their own column. */
export const helpLayout = { minWidthToWrap: 20 } as const

const HELP = ['-h, --help', 'show this help'] as const

/** A command that throws its errors, so that `run` prints each once, in one line. */
export function quietCommand(name: string, words: readonly string[] = []): Command {
  const made = new Command(name)
  return made
    .exitOverride((error) => {
      throw usageError(error, made, words)
    })
    .configureOutput({ outputError: () => undefined })
    .configureHelp(helpLayout)
    .helpOption(...HELP)
    .helpCommand(false)
    .showSuggestionAfterError(false)
}

/** The usage error that commander found, in our words: its own text is not read. */
function usageError(error: CommanderError, made: Command, words: readonly string[]): Error {
  // Commander puts the words that it does not know after the arguments.
  const [first = ''] = made.args
  if (error.code === 'commander.unknownCommand') {
    const names = made.commands.map((one) => one.name())
    return unknownMember(made, first, names)
  }
  if (error.code === 'commander.missingArgument') return missingArgument(made)
  if (error.code === 'commander.optionMissingArgument') return valueAtEnd(made, words.at(-1) ?? '')
  if (error.code !== 'commander.unknownOption') return error
  return unknownOption(made.args.find((word) => word.startsWith('-')) ?? first, made)
}

/** Only the last word can be an option without its value. */
function valueAtEnd({ options }: Command, last: string): CliError {
  const option = options.find(({ long, short }) => last === long || last === short)
  return missingValue(option?.long ?? last, '', option?.flags ?? last)
}

function refuseMissing(made: Command, options: CommandDefinition['options']): void {
  for (const [name, { isRequired, flags }] of Object.entries(options)) {
    if (!isRequired || made.getOptionValue(name) !== undefined) continue
    throw misuse(`${optionName(name)} is missing: ${flags}`)
  }
}

/** `clock advance needs <duration>: npx sandgate clock advance <duration>` */
function missingArgument(made: Command): CliError {
  const words = wordsOf(made)
  const own = words.slice(words.indexOf(' ') + 1)
  // Arguments that may be left out come last.
  const missing = made.registeredArguments[made.args.length]
  return misuse(
    `${own} needs <${missing?.name()}>: npx ${[words, ...argumentForms(made)].join(' ')}`,
  )
}

function argumentForms({ registeredArguments }: Command): readonly string[] {
  return registeredArguments.map((one) => {
    const name = one.variadic ? `${one.name()}...` : one.name()
    return one.required ? `<${name}>` : `[${name}]`
  })
}

/** `Unknown command 'clock advnce'. Did you mean 'clock advance'?` */
function unknownMember(parent: Command, word: string, names: readonly string[]): CliError {
  const [, ...words] = wordsOf(parent).split(' ')
  const whole = (name: string) => [...words, name].join(' ')
  const nearest = nearestWord(word, names)
  const known = `; ${words.join(' ')} has ${listText(names, 'and')}`
  const hint = nearest === undefined ? known : proposalText(whole(nearest))
  return misuse(`Unknown command '${whole(word)}'${hint}`)
}

const SEE_HELP = '; --help shows the arguments and options'

export function unknownOption(word: string, { options }: Command): CliError {
  const names = options.flatMap(({ long }) => long ?? [])
  const [name = '', value] = word.split('=')
  if (value !== undefined && names.includes(name)) {
    return misuse(`${name} takes no value; write it alone, or leave it out`)
  }
  return new UnknownOption(name, didYouMean(name, names) || SEE_HELP)
}

/** An option that a command does not have; others may have it. */
export class UnknownOption extends CliError {
  readonly option: string

  constructor(option: string, hint: string) {
    super(`Unknown option '${option}'${hint}`, exitCode.misuse)
    this.option = option
  }
}

/** The same error with the commands that have the option, if there are any. */
export async function withOwners(error: UnknownOption, all: Commands): Promise<UnknownOption> {
  const { option } = error
  const definitions = await Promise.all(Object.values(all).map((load) => load()))
  const owners = definitions.flatMap((one) => [
    ...(hasOption(one, option) ? [one.name] : []),
    ...one.members
      .filter((member) => hasOption(member, option))
      .map(({ name }) => `${one.name} ${name}`),
  ])
  if (owners.length === 0) return error
  const more = owners.length - MOST_OWNERS
  const named = `${owners.slice(0, MOST_OWNERS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return new UnknownOption(option, `, which is an option of ${named}${SEE_HELP}`)
}

const MOST_OWNERS = 3

function hasOption({ options }: CommandDefinition, name: string): boolean {
  return Object.values(options).some(({ flags }) => flags.split(/[ ,]+/).includes(name))
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
  const isStandIn = siblings.length > 0 && parent?.args[0] === extra
  if (parent && (isStandIn || nearestWord(extra, siblings) !== undefined)) {
    throw unknownMember(parent, extra, siblings)
  }
  throw misuse(`'${extra}' is an unexpected argument; see 'npx ${wordsOf(action)} --help'`)
}

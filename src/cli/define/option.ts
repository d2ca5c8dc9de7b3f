import { Argument, Option, type OptionValues } from 'commander'
import { capitalised, listText } from '../../base/text/counted.ts'
import { didYouMean } from '../../base/text/nearest-word.ts'
import { misuse } from '../cli-error.ts'
import { withoutBackticks } from '../terminal/flow.ts'

/** A value on the command line that does not fit; its message completes "Invalid --port 'x': ". */
export class BadValue extends Error {
  /** The message must not quote the value. */
  readonly isSecret: boolean
  /** `. Did you mean 'x'?` */
  readonly proposal: string

  constructor(message: string, { isSecret = false, proposal = '' } = {}) {
    super(message)
    this.isSecret = isSecret
    this.proposal = proposal
  }
}

/** The groups of options that follow the usual ones in the help. */
export const optionGroups = [
  'Filters',
  'Request',
  'Recovery',
  'Cells',
  'Sandbox',
  'Network',
  'Output',
] as const

type OptionGroup = (typeof optionGroups)[number]

/** How the text of an option or argument is read; `before` is what an earlier one of it gave. */
export type Parse<Value> = (text: string, before?: Value) => Value

type AnyParse = (text: string, before: never) => unknown

export interface OptionFacts {
  readonly default?: unknown
  /** The default in words, if the value does not tell. */
  readonly usually?: string
  /** The variable that sets it too. */
  readonly variable?: string
  readonly group?: OptionGroup
  /** Options that it cannot be combined with. */
  readonly excludes?: readonly string[]
  readonly implies?: OptionValues
  readonly isRequired?: true
  /** What its value can be. */
  readonly words?: readonly string[]
}

/** One option of a command: everything that its help and its parser need. */
export interface OptionDefinition<Value = unknown> extends OptionFacts {
  readonly flags: string
  readonly help: string
  readonly parse?: AnyParse | undefined
  /** For the compiler only. */
  readonly value?: Value
}

/** Always there, if it has a default or must be given. */
type Present<Value, Facts> = Facts extends { readonly default: unknown } | { isRequired: true }
  ? Value
  : Value | undefined

/** An option without a value. */
export function flag(
  flags: string,
  help: string,
  facts: OptionFacts = {},
): OptionDefinition<true | undefined> {
  return { flags, help, ...facts }
}

/** An option with a value, a text unless it is parsed. */
export function option<const Facts extends OptionFacts = object>(
  flags: string,
  help: string,
  parse?: undefined,
  facts?: Facts,
): OptionDefinition<Present<string, Facts>>
export function option<Value, const Facts extends OptionFacts = object>(
  flags: string,
  help: string,
  parse: Parse<Value>,
  facts?: Facts,
): OptionDefinition<Present<Value, Facts>>
export function option(
  flags: string,
  help: string,
  parse?: AnyParse,
  facts?: OptionFacts,
): OptionDefinition {
  return { flags, help, parse, ...facts }
}

/** An option whose value can be left out: true without one. */
export function optionalValue(
  flags: string,
  help: string,
  parse: Parse<string>,
  facts?: OptionFacts,
): OptionDefinition<string | true | undefined> {
  return { flags, help, parse, ...facts }
}

/** An option whose value is one of these words. */
export function choice<
  const Words extends readonly string[],
  const Facts extends OptionFacts = object,
>(
  flags: string,
  help: string,
  words: Words,
  facts?: Facts,
): OptionDefinition<Present<Words[number], Facts>> {
  return { flags, help, words, ...facts }
}

/** One argument of a command. */
export interface ArgumentDefinition<Value = unknown> {
  readonly form: string
  readonly help: string
  readonly parse?: AnyParse | undefined
  /** Its values may also have commas between them. */
  readonly isList?: true
  /** For the compiler only. */
  readonly value?: Value
}

type ArgumentValue<Form, Value> = Form extends `${string}...${string}`
  ? readonly Value[]
  : Form extends `[${string}`
    ? Value | undefined
    : Value

/** `<name>` must be given, `[name]` may be, and `<name...>` stands for several. */
export function argument<const Form extends string>(
  form: Form,
  help: string,
  parse?: undefined,
): ArgumentDefinition<ArgumentValue<Form, string>>
export function argument<const Form extends string, Value>(
  form: Form,
  help: string,
  parse: (text: string) => Value,
): ArgumentDefinition<ArgumentValue<Form, Value>>
export function argument(form: string, help: string, parse?: AnyParse): ArgumentDefinition {
  return { form, help, parse }
}

/** Several values, with spaces or commas between them. */
export function listArgument<const Form extends string, Value>(
  form: Form,
  help: string,
  parse: (text: string) => Value,
): ArgumentDefinition<ArgumentValue<Form, Value>> {
  return { form, help, parse, isList: true }
}

/** The values of options or arguments by their names. */
export type ValuesOf<Definitions> = {
  readonly [Name in keyof Definitions]: Definitions[Name] extends { readonly value?: infer Value }
    ? Value
    : never
}

/** The same options in a group of the help. */
export function inGroup<Options extends Readonly<Record<string, OptionDefinition>>>(
  group: OptionGroup,
  options: Options,
): Options {
  const grouped = Object.entries(options).map(([name, one]) => [name, { ...one, group }])
  return Object.fromEntries(grouped) as Options
}

/** One of these words; the error proposes the nearest. */
export function oneWordOf<const Words extends readonly string[]>(words: Words) {
  return (text: string): Words[number] => {
    if (words.includes(text)) return text
    throw new BadValue(`use ${listText(words, 'or')}`, { proposal: didYouMean(text, words) })
  }
}

/** Several values, with commas between them or as several options. */
export function listOf<Value>(parse: (text: string) => Value): Parse<readonly Value[]> {
  return (text, before = []) => [...before, ...text.split(',').map((one) => parse(one.trim()))]
}

/** Collects the values of an option that can be repeated, and that may contain commas. */
export function repeated<Value>(parse: (text: string) => Value): Parse<readonly Value[]> {
  return (text, before = []) => [...before, parse(text)]
}

/** Commander's option. `isOption`: whether its command has an option of this name. */
export function commanderOption(
  definition: OptionDefinition,
  isOption: (text: string) => boolean = () => false,
): Option {
  const { flags, help, usually, variable, implies, words, isRequired } = definition
  const { parse = (text: string) => text } = definition
  const made = new Option(flags, withoutBackticks(help))
  if (words !== undefined) made.choices(words)
  else if (made.required || definition.parse !== undefined) {
    const name = givenName(made, variable)
    const parsed = checking(name, parse)
    made.argParser((text: string, before: unknown) => {
      // Commander takes it for the value: `exec --report -- npm test`, `exec --scenario --report x`.
      if (made.required && (text === '--' || isOption(text))) {
        throw misuse(`${name(text)} needs a value before '${text}': ${flags}`)
      }
      // What is given replaces the default, and is not added to it.
      return parsed(text, before === definition.default ? undefined : before)
    })
  }
  if ('default' in definition) made.default(definition.default, usually)
  if (variable !== undefined) made.env(variable)
  if (implies !== undefined) made.implies(implies)
  if (isRequired) made.makeOptionMandatory()
  return made
}

/** Commander's argument. */
export function commanderArgument({ form, help, parse, isList }: ArgumentDefinition): Argument {
  const made = new Argument(form, help)
  if (parse === undefined) return made
  const parsed = checking(() => made.name(), parse)
  return made.argParser<unknown>((text: string, before: unknown) => {
    if (!made.variadic) return parsed(text)
    const texts = isList ? text.split(',').map((one) => one.trim()) : [text]
    return [...(Array.isArray(before) ? before : []), ...texts.map((one) => parsed(one))]
  })
}

/** How the user calls an option: its variable, if the text comes from there. */
function givenName({ long, flags }: Option, variable: string | undefined) {
  return (text: string) =>
    variable !== undefined && process.env[variable] === text ? variable : (long ?? flags)
}

function checking(name: (text: string) => string, parse: AnyParse) {
  return (text: string, before?: unknown): unknown =>
    checked(name(text), text, () => parse(text, before as never))
}

/** Completes the message about a value that does not fit; `name` is how the user calls it. */
export function checked<Value>(name: string, text: string, parse: (text: string) => Value): Value {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof BadValue)) throw error
    const { message, isSecret, proposal } = error
    const what = `Invalid ${name}${isSecret ? '' : ` '${text}'`}`
    throw misuse(proposal ? `${what}${proposal} ${capitalised(message)}` : `${what}: ${message}`)
  }
}

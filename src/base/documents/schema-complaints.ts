import type * as z from 'zod'
import { didYouMean } from '../text/nearest-word.ts'
import type { Fault, Path } from './complaint.ts'
import { excerpt } from './complaint.ts'

export type Parsed<T> = { readonly data: T } | { readonly faults: readonly Fault[] }

/** The value as its schema's type, or everything that is wrong with it in plain words. */
export function parseWith<T>(schema: z.ZodType<T>, value: unknown): Parsed<T> {
  const result = schema.safeParse(value, { error: wording, reportInput: true })
  if (result.success) return { data: result.data }
  return { faults: result.error.issues.flatMap((issue) => faultsOf(issue, [])) }
}

function faultsOf(issue: z.core.$ZodIssue, at: Path): readonly Fault[] {
  const path = [...at, ...issue.path.filter((step) => typeof step !== 'symbol')]
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue, path)
  if (issue.code === 'invalid_key') return [badKey(issue, path)]
  if (issue.code === 'invalid_union') return unionFaults(issue, path)
  const fault = { path, message: issue.message }
  return [isBareScalar(issue) && isAnyText(fault) ? { ...fault, wantsQuotes: true } : fault]
}

/** A text of a certain form, such as a duration, needs more than quotes; its message shows the form. */
function isAnyText({ message }: Fault): boolean {
  return message.startsWith('expected a string')
}

/** The most unknown keys to report. */
const MOST_LISTED = 20

function unknownKeys(
  issue: z.core.$ZodIssueUnrecognizedKeys & { readonly params?: KnownKeys },
  path: Path,
): readonly Fault[] {
  const known = issue.params?.known ?? []
  return issue.keys.slice(0, MOST_LISTED).map((key) => ({
    path: [...path, key],
    message: unknownKey(key, known),
    atKey: true,
  }))
}

function unknownKey(key: string, known: readonly string[]): string {
  // Not supported because repeated merges could expand a few lines beyond all limits.
  if (key === '<<') return "YAML's merge key '<<' is not supported; write the fields out"
  const proposal = didYouMean(key, known) || `; known: ${known.join(', ')}`
  return `unknown key '${excerpt(key)}'${proposal}`
}

function badKey(issue: z.core.$ZodIssueInvalidKey, path: Path): Fault {
  const message = issue.issues[0]?.message ?? 'this key cannot be used'
  return { path, message, atKey: true }
}

/** The complaints of the union's alternative that was meant, or of the union if that is unclear. */
function unionFaults(issue: z.core.$ZodIssueInvalidUnion, path: Path): readonly Fault[] {
  const meant = issue.errors.filter((branch) => !branch.some(isOtherType))
  const [only, another] = meant
  if (only !== undefined && another === undefined) {
    return only.flatMap((inner) => faultsOf(inner, path))
  }
  const words = meant
    .flat()
    .flatMap((inner) => (inner.code === 'invalid_value' ? inner.values : []))
  const fault = {
    path,
    message: issue.message + proposalFor(issue.input, words) + quoteHint(issue) + foundText(issue),
  }
  return [isBareUnion(issue) && isAnyText(fault) ? { ...fault, wantsQuotes: true } : fault]
}

/** Names the type of an unquoted value that was found. */
function foundText({ input }: z.core.$ZodIssueInvalidUnion): string {
  const isBare = typeof input === 'number' || typeof input === 'boolean'
  return isBare ? `, found ${nameOf(input)}` : ''
}

/** Only texts can be misspelt; other values may not even convert to one. */
function proposalFor(input: unknown, words: readonly unknown[]): string {
  return typeof input === 'string' ? didYouMean(input, words.map(String)) : ''
}

/** A quoted number where only numbers are accepted. */
function quoteHint({ input, errors }: z.core.$ZodIssueInvalidUnion): string {
  const isNumber = typeof input === 'string' && /^-?[0-9]{1,15}$/.test(input)
  const others = errors.flat().filter(isOtherType)
  return isNumber && others.some(wantsNumber) ? `; write it without quotes: ${input}` : ''
}

// If a number is accepted as well, missing quotes are not the error.
function isBareUnion(issue: z.core.$ZodIssueInvalidUnion): boolean {
  const others = issue.errors.flat().filter(isOtherType)
  return others.some(isBareScalar) && !others.some(wantsNumber)
}

function wantsNumber(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && (issue.expected === 'number' || issue.expected === 'int')
}

/** Whether an alternative cannot be meant: a list where it expects a word, and so on. */
function isOtherType(issue: z.core.$ZodIssue): boolean {
  if (issue.path.length > 0) return false
  if (issue.code === 'invalid_type') return true
  return issue.code === 'invalid_value' && typeof issue.input !== typeof issue.values[0]
}

function isBareScalar(issue: z.core.$ZodIssue): boolean {
  if (issue.code !== 'invalid_type' || issue.expected !== 'string') return false
  return typeof issue.input === 'number' || typeof issue.input === 'boolean'
}

/** Our messages for zod's issues, used if a schema has no message. */
function wording(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) {
    const words = issue.code === 'invalid_value' ? issue.values.map(String) : []
    return `this key is missing${words.length > 1 ? `: one of ${words.join(', ')}` : ''}`
  }
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${typeNames[issue.expected] ?? issue.expected}, found ${nameOf(issue.input)}`
    case 'invalid_value':
      return wrongWord(issue.input, issue.values)
    case 'too_small':
      return `expected at least ${issue.minimum}${unitOf(issue.origin)}`
    case 'too_big':
      return `expected at most ${issue.maximum}${unitOf(issue.origin)}`
    case 'unrecognized_keys':
      // Zod keeps the parameters of an issue that its error map has seen.
      Object.assign(issue, { params: knownKeys(issue.inst) })
      return 'unknown key'
    default:
      return undefined
  }
}

interface KnownKeys {
  readonly known: readonly string[]
}

/** The keys of the object that has unknown ones. */
function knownKeys(schema: unknown): KnownKeys {
  const { def } = (schema as z.core.$ZodObject)._zod
  return { known: Object.keys(def.shape) }
}

function wrongWord(input: unknown, values: readonly unknown[]): string {
  const words = values.map(String)
  const expected = words.length === 1 ? words[0] : `one of ${words.join(', ')}`
  if (typeof input !== 'string') return `expected ${expected}, found ${nameOf(input)}`
  const proposal = didYouMean(input, words)
  if (proposal !== '') return `'${excerpt(input)}' is not known here${proposal}`
  if (words.length === 1) return `expected ${expected}, found ${nameOf(input)}`
  return `'${excerpt(input)}' is not ${expected}`
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of keys',
  record: 'a map of keys',
}

/** A card number with its middle masked. */
function nameOf(input: unknown): string {
  if (input === null) return 'nothing'
  if (Array.isArray(input)) return 'a list'
  if (typeof input === 'string') return `the text "${excerpt(input)}"`
  return typeof input === 'object' ? 'a map of keys' : excerpt(String(input))
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' entries' : ''
}

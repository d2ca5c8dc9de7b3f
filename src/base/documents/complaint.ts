import { redactText } from '../redaction/redacted.ts'

export type Path = readonly (string | number)[]

/** One error in a value, and its path. */
export interface Fault {
  readonly path: Path
  readonly message: string
  /** The complaint is about the member's name, not its value. */
  readonly atKey?: true
  /** A text was expected but an unquoted scalar found: adding quotes fixes it. */
  readonly wantsQuotes?: true
}

/** The same errors of a value that is at this path of another one. */
export function beneath(path: Path, faults: readonly Fault[]): readonly Fault[] {
  return faults.map((fault) => ({ ...fault, path: [...path, ...fault.path] }))
}

/** One error in a file. Lines and columns count from 1. */
export interface Complaint {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly path: Path
  /** The name of the list's entry that it is in, if that has one. */
  readonly entry?: string
  readonly message: string
}

/** rules[2].when.amount */
export function pathText(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    const name = excerpt(step)
    return text === '' ? name : `${text}.${name}`
  }, '')
}

/** checkout.yaml:7:5: rules[0] (slow bank).when.opeartion: unknown key 'opeartion'. Did you mean 'operation'? */
export function complaintText(complaint: Complaint): string {
  const { file, line, column } = complaint
  return `${file}:${line}:${column}: ${locatedMessage(complaint)}`
}

/** What is wrong and in which part of the file, for a reader who has the line already. */
export function locatedMessage({ path, entry, message }: Omit<Complaint, 'file'>): string {
  const own = path.findIndex((step) => typeof step === 'number') + 1
  // About an entry as a whole, the message names it.
  const isInside = entry !== undefined && own > 0 && own < path.length
  const where = isInside
    ? `${pathText(path.slice(0, own))} (${excerpt(entry)}).${pathText(path.slice(own))}`
    : pathText(path)
  // Redacted: complaints are printed and logged, and may quote the file.
  return redactText(where === '' ? message : `${where}: ${message}`)
}

const LONGEST_QUOTE = 80

/** A quote from a file: short, on one line, without control characters. */
export function excerpt(text: string, longest = LONGEST_QUOTE): string {
  // Redact before cutting: half a card number would not be recognised.
  const masked = redactText(text.length > MOST_MASKED ? text.slice(0, MOST_MASKED) : text)
  const shown = masked.length > longest ? `${masked.slice(0, longest)}…` : masked
  return shown.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, escaped)
}

/** Much more than is ever shown. */
const MOST_MASKED = 2000

function escaped(character: string): string {
  const known = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }[character]
  return known ?? `\\u{${character.codePointAt(0)?.toString(16)}}`
}

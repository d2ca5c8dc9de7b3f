import { isLuhnValid, type Scheme, schemeOf } from '../card/card.ts'

/*
 * What counts as a card number in free text (SECURITY.md): ASCII digits, plain or in groups with one
 * space, dash or dot between two of them, of a known scheme and its length, that pass the Luhn check.
 * Groups count whole: sixteen digits of a longer run are part of that run.
 */

/** In a URL, a plus means a space. */
export type Spelling = 'text' | 'address'

/** A number without its separators, and as it was written. */
export type Replace = (pan: string, written: string) => string

/** Replaces each card number in a text; returns a text without any unchanged. */
export function replaceCards(text: string, replace: Replace, spelling: Spelling = 'text'): string {
  const kinds = kindsOf[spelling]
  let shown = ''
  let done = 0
  // A card number has at least thirteen digits, so checking every thirteenth position finds them
  // all.
  for (let at = SHORTEST - 1; at < text.length; at += SHORTEST) {
    if (kindAt(text, at, kinds) === OTHER) continue
    let from = at
    while (kindAt(text, from - 1, kinds) !== OTHER) from -= 1
    while (kindAt(text, at + 1, kinds) !== OTHER) at += 1
    if (at + 1 - from < SHORTEST) continue
    const rows = { text, kinds, to: at + 1 }
    let isInGroup = false
    for (let start = from; start <= at; start += 1) {
      const isDigit = kindAt(text, start, kinds) === DIGIT
      const end = isDigit && !isInGroup ? cardEnd(rows, start) : undefined
      isInGroup = isDigit
      if (end === undefined) continue
      const written = text.slice(start, end)
      shown += text.slice(done, start) + replace(digitsOf(written), written)
      done = end
      start = end - 1
    }
  }
  return done === 0 ? text : shown + text.slice(done)
}

const SHORTEST = 13
const LONGEST = 19
const OTHER = 0
const DIGIT = 1
const SEPARATOR = 2

/** Classifies a character code: a digit, or a separator between two groups of digits. */
type Kinds = Uint8Array

const kindsOf: Readonly<Record<Spelling, Kinds>> = {
  text: kindsWith(' -.'),
  address: kindsWith(' -.+'),
}

function kindsWith(separators: string): Kinds {
  const kinds = new Uint8Array(128)
  for (const one of separators) kinds[one.charCodeAt(0)] = SEPARATOR
  for (const one of '0123456789') kinds[one.charCodeAt(0)] = DIGIT
  return kinds
}

function kindAt(text: string, at: number, kinds: Kinds): number {
  if (at < 0 || at >= text.length) return OTHER
  const code = text.charCodeAt(at)
  return code < 128 ? (kinds[code] as number) : OTHER
}

/** A part of a text with only digits and separators, up to `to`. */
interface Rows {
  readonly text: string
  readonly kinds: Kinds
  readonly to: number
}

/** The first digits of the known schemes. */
const firstDigits = '234568'

/** Where the card number that begins here ends: sixteen digits are preferred, then the longest. */
function cardEnd({ text, kinds, to }: Rows, start: number): number | undefined {
  if (!firstDigits.includes(text.charAt(start))) return undefined
  let digits = ''
  let scheme: Scheme | undefined
  let found: number | undefined
  for (let at = start; at < to; at += 1) {
    const isGroupEnd = kindAt(text, at + 1, kinds) !== DIGIT
    if (kindAt(text, at, kinds) !== DIGIT) {
      // At most one separator is allowed between two groups.
      if (isGroupEnd) break
      continue
    }
    if (digits.length === LONGEST) break
    digits += text.charAt(at)
    if (digits.length === 4) {
      scheme = schemeOf(digits)
      if (scheme === undefined) break
    }
    if (!isGroupEnd || !isNumberOf(scheme, digits) || isChance(text, start, at + 1)) continue
    found = at + 1
    if (digits.length === 16) break
  }
  return found
}

function isNumberOf(scheme: Scheme | undefined, digits: string): boolean {
  return scheme?.lengths.includes(digits.length) === true && isLuhnValid(digits)
}

function digitsOf(written: string): string {
  return written.replaceAll(/[^0-9]/g, '')
}

/** Groups beside a mask are the rest of a masked number; those in a UUID with letters are chance. */
function isChance(text: string, start: number, end: number): boolean {
  const isPlain = /^[0-9]+$/.test(text.slice(start, end))
  if (isPlain) return false
  return text[start - 1] === 'x' || text[end] === 'x' || isInUuid(text, start, end)
}

const UUID_LENGTH = 36
const uuids = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi

function isInUuid(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - UUID_LENGTH)
  for (const { 0: uuid, index } of text.slice(from, end + UUID_LENGTH).matchAll(uuids)) {
    const isAround = from + index <= start && from + index + UUID_LENGTH >= end
    if (isAround && /[a-f]/i.test(uuid)) return true
  }
  return false
}

import { schemeStarting } from '../card/card.ts'

/*
 * What counts as a card number in free text (SECURITY.md): ASCII digits, plain or in groups with one
 * space, dash or dot between two of them, of a known scheme and its length, that pass the Luhn check.
 * Groups count whole: sixteen digits of a longer run are part of that run.
 */

/** In a URL, a plus means a space. */
export type Spelling = 'text' | 'address'

/** One character, or the percent-encoding of a digit or a separator: an escaped escape stays escaped. */
const character = /%(?:2[0de]|3[0-9])|./gis

export function charactersOf(text: string): readonly string[] {
  return text.match(character) ?? []
}

/** The character that is meant by one of `charactersOf`. */
export function meant(written: string): string {
  if (written.length === 1) return written
  return String.fromCharCode(Number.parseInt(written.slice(1), 16))
}

/** A number without its separators, and as it was written. */
export type Replace = (pan: string, written: string) => string

/** Replaces each card number in a text; returns a text without any unchanged. */
export function replaceCards(text: string, replace: Replace, spelling: Spelling): string {
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
    const run = digitsIn(text, kinds, from, at + 1)
    for (let i = 0; i + SHORTEST <= run.count; i += 1) {
      const length = isGroupStart(run, i) ? cardLength(text, run, i) : 0
      if (length === 0) continue
      const [start, end] = [placeOf(run, i), placeOf(run, i + length - 1) + 1]
      const written = text.slice(start, end)
      shown += text.slice(done, start) + replace(digitsOf(written), written)
      done = end
      i += length - 1
    }
  }
  return done === 0 ? text : shown + text.slice(done)
}

const SHORTEST = 13
const ZERO = '0'.charCodeAt(0)
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

/** The digits of a run of digits and separators, read once: a number may begin at each of them. */
interface Digits {
  count: number
  readonly places: Int32Array
  /** How many pairs of separators are before each; a number has none inside. */
  readonly parts: Int32Array
  /** The Luhn sums before each digit, with those at even or at odd indexes doubled. */
  readonly even: Int32Array
  readonly odd: Int32Array
}

function digitsIn(text: string, kinds: Kinds, from: number, to: number): Digits {
  const row = () => new Int32Array(to - from + 1)
  const [places, parts, even, odd] = [row(), row(), row(), row()]
  let [count, part] = [0, 0]
  for (let at = from; at < to; at += 1) {
    if (kindAt(text, at, kinds) !== DIGIT) {
      if (kindAt(text, at + 1, kinds) !== DIGIT) part += 1
      continue
    }
    const digit = text.charCodeAt(at) - ZERO
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2
    places[count] = at
    parts[count] = part
    even[count + 1] = (even[count] as number) + (count % 2 === 0 ? doubled : digit)
    odd[count + 1] = (odd[count] as number) + (count % 2 === 0 ? digit : doubled)
    count += 1
  }
  return { count, places, parts, even, odd }
}

function placeOf({ places }: Digits, i: number): number {
  return places[i] as number
}

function isGroupStart(run: Digits, i: number): boolean {
  return i === 0 || placeOf(run, i - 1) + 1 < placeOf(run, i)
}

/** How many digits the card number that begins here has: sixteen are preferred, then the most. */
function cardLength(text: string, run: Digits, first: number): number {
  let firstFour = 0
  for (let i = first; i < first + 4; i += 1) {
    firstFour = firstFour * 10 + text.charCodeAt(placeOf(run, i)) - ZERO
  }
  let found = 0
  for (const length of schemeStarting(firstFour)?.lengths ?? []) {
    if (found === 16 || !isNumber(run, first, length)) continue
    const end = placeOf(run, first + length - 1) + 1
    if (!isChance(text, placeOf(run, first), end)) found = length
  }
  return found
}

/** Whether whole groups with so many digits pass the Luhn check. */
function isNumber(run: Digits, first: number, length: number): boolean {
  const { count, parts, even, odd } = run
  const end = first + length
  if (end > count || parts[end - 1] !== parts[first]) return false
  if (end < count && !isGroupStart(run, end)) return false
  const sums = end % 2 === 0 ? even : odd
  return ((sums[end] as number) - (sums[first] as number)) % 10 === 0
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

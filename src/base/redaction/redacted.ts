import { isPlainObject } from '../plain-object.ts'
import {
  beginsLikeCard,
  isIssuedLength,
  isLuhnValid,
  isMaestro,
  isTestPan,
  maskPan,
} from './card-number.ts'

declare const mark: unique symbol

/** Client text without card numbers: only redacted text is stored, shown or sent elsewhere. */
export type Redacted = string & { readonly [mark]: true }

/** No text. */
export const EMPTY = '' as Redacted

/** A text in which every card number is masked: the first six digits, x, the last four. */
export function redactText(text: string): Redacted {
  return replaceDecoded(text, maskPan, 'text') as Redacted
}

/** Redacts a part of a URL, a header or JSON with links. */
export function redactAddress(text: string): Redacted {
  return replaceDecoded(text, maskPan, 'address') as Redacted
}

/**
 * Redacts text that a page repeats from its own URL or form. Test numbers are public and stay
 * readable for testers.
 */
export function redactStrangers(text: string): Redacted {
  const replace: Replace = (pan, written) => (isTestPan(pan) ? written : maskPan(pan))
  return replaceDecoded(text, replace, 'address') as Redacted
}

/** A redacted text, and a key that identifies the original. */
export interface KeyedText {
  readonly text: Redacted
  /** The text itself; if a card number in it is masked, with a keyed hash of the original appended. */
  readonly key: Redacted
}

/** What the keys of a world's texts depend on. */
export interface KeyedWorld {
  readonly environment: { readonly fingerprint: (text: string) => string }
}

export function keyedText(world: KeyedWorld, sent: string): KeyedText {
  const text = redactText(sent)
  if (text === sent) return { text, key: text }
  return { text, key: `${text}#${world.environment.fingerprint(sent)}` as Redacted }
}

export function textKey(world: KeyedWorld, sent: string): Redacted {
  return keyedText(world, sent).key
}

export function hasCardNumber(text: string): boolean {
  return redactText(text) !== text
}

/** The card numbers in a text. The digits of a fraction, such as those of a random number, are none. */
export function cardNumbersIn(text: string): readonly string[] {
  const found: string[] = []
  const collect: Replace = (pan) => {
    found.push(pan)
    return ''
  }
  replaceDecoded(text.replaceAll(/0\.[0-9]+/g, ''), collect, 'address')
  return found
}

/** Redacts keys and values; nearly always, nothing has to be, and nothing is copied. */
export function redactMembers(members: Readonly<Record<string, string>>): RedactedMembers {
  for (const key in members) {
    const value = members[key] as string
    if (redactText(key) !== key || redactText(value) !== value) return redactedCopy(members)
  }
  return members as RedactedMembers
}

function redactedCopy(members: Readonly<Record<string, string>>): RedactedMembers {
  const shown: Record<string, Redacted> = Object.create(null)
  for (const key in members) shown[redactText(key)] = redactText(members[key] as string)
  return shown
}

export type RedactedMembers = Readonly<Record<string, Redacted>>

/** How the members of a name are redacted, unless as all others. */
export type OwnRedaction = Readonly<Record<string, (value: unknown) => unknown>>

/** Nothing that we write is nested as deeply; what lies deeper in an edited file is left out. */
const DEEPEST = 1000

/** A JSON value with all names and texts redacted, and numbers that may be those of cards. */
export function redactJson(value: unknown, own: OwnRedaction = {}, depth = 0): unknown {
  if (depth > DEEPEST) return null
  if (typeof value === 'string') return redactAddress(value)
  if (typeof value === 'number') return isLikeCard(value) ? maskPan(String(value)) : value
  if (Array.isArray(value)) return value.map((one) => redactJson(one, own, depth + 1))
  if (!isPlainObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [
    redactText(name),
    Object.hasOwn(own, name) ? own[name]?.(member) : redactJson(member, own, depth + 1),
  ])
  return Object.fromEntries(members)
}

/** A long number has lost its last digits in JSON. The shortest such numbers are times. */
function isLikeCard(value: number): boolean {
  if (!Number.isInteger(value) || value < 1e13) return false
  return beginsLikeCard(Number(String(value).slice(0, 4)))
}

/** A JSON value of which every text is redacted; lists of clients are not shown. */
export type RedactedValue =
  | Redacted
  | number
  | boolean
  | null
  | { readonly [name: string]: RedactedValue }

/** Replaces card numbers in a text; if one has escapes, its digits and separators are decoded. */
function replaceDecoded(text: string, replace: Replace, spelling: Spelling): string {
  if (text.length < SHORTEST || !mayHoldCard(text)) return text
  const plain = replaceCards(text, replace, spelling)
  if (!plain.includes('%') && !plain.includes('\\u')) return plain
  const written = charactersOf(plain)
  const read = written.map(meant).join('')
  const shown = replaceCards(read, replace, spelling)
  if (shown === read) return plain
  const others = written.filter((one) => meant(one) === OTHER).values()
  return shown.replaceAll(OTHER, () => others.next().value ?? '')
}

/*
 * What counts as a card number in free text (SECURITY.md): ASCII digits, plain or in groups with one
 * space, dash or dot between two of them, that begin as those of a known scheme, have one of its lengths
 * and pass the Luhn check. Groups count whole: sixteen digits of a longer run are part of that run.
 * Maestro has all lengths, so a letter, dash or digit next to such a number makes it part of an identifier.
 */

/** In a URL, a plus means a space. */
type Spelling = 'text' | 'address'

/** Enough digits for a card number, with at most one separator between two of them. */
const runs: Readonly<Record<Spelling, RegExp>> = {
  text: /[0-9](?:[ .-]?[0-9]){11,}/g,
  address: /[0-9](?:[ .+-]?[0-9]){11,}/g,
}

const SHORTEST = 12

/** The most likely one first, then the longest. */
const lengths: readonly number[] = [16, 19, 18, 17, 15, 14, 13, SHORTEST]

/** One character, or the escape of one: `%34`, or `\u0034` of JSON. An escaped escape stays escaped. */
const character = /%[0-9a-f]{2}|\\u[0-9a-f]{4}|./gis

function charactersOf(text: string): readonly string[] {
  return text.match(character) ?? []
}

/** Stands for the escape of a character that no card number has. */
const OTHER = '\uffff'

/** The character that is meant by one of `charactersOf`, if it may be part of a card number. */
function meant(written: string): string {
  if (written.length === 1) return written
  const code = Number.parseInt(written.slice(written.startsWith('%') ? 1 : 2), 16)
  const one = String.fromCharCode(code)
  return /[0-9 .-]/.test(one) ? one : OTHER
}

/** A number without its separators, and as it was written. */
type Replace = (pan: string, written: string) => string

/** Replaces each card number in a text; returns a text without any unchanged. */
function replaceCards(text: string, replace: Replace, spelling: Spelling): string {
  return text.replaceAll(runs[spelling], (run, at: number) => {
    const isNumber: IsNumber = (pan, from, to) =>
      isIssued(pan, text, at + from, at + to) && !isChance(text, at + from, at + to)
    return replacedIn(run, replace, isNumber)
  })
}

/**
 * Whether any group of digits begins like a card number and has enough digits behind it, or digits may
 * be escaped. Almost no text has either, and one pass over its characters costs a fraction of the rest.
 */
function mayHoldCard(text: string): boolean {
  /** How many digits there are since such a group began; none while there is no such group. */
  let digits = 0
  let wasDigit = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isDigit(code)) {
      if (digits > 0 || (!wasDigit && beginsLikeCard(firstFour(text, at)))) digits += 1
      if (digits === SHORTEST) return true
      wasDigit = true
    } else {
      if (code === PERCENT || code === BACKSLASH) return true
      if (!wasDigit || !isSeparator(code)) digits = 0
      wasDigit = false
    }
  }
  return false
}

/** The first four digits from a place on, as a number. */
function firstFour(text: string, from: number): number {
  let value = 0
  for (let at = from, read = 0; read < 4 && at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isDigit(code)) {
      value = value * 10 + code - ZERO
      read += 1
    } else if (!isSeparator(code)) return 0
  }
  return value
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

function isSeparator(code: number): boolean {
  return code === SPACE || code === PLUS || code === DASH || code === DOT
}

// Separate constants: a list would be read again for each character.
const SPACE = 32
const PERCENT = 37
const PLUS = 43
const DASH = 45
const DOT = 46
const ZERO = 48
const NINE = 57
const BACKSLASH = 92

/** Whether these digits, which are in the text from one place to another, can be a number. */
type IsNumber = (pan: string, from: number, to: number) => boolean

function replacedIn(run: string, replace: Replace, isNumber: IsNumber): string {
  const digits = run.replace(/[^0-9]/g, '')
  const positions = digitPositions(run)
  const positionOf = (i: number) => positions[i] as number
  /** Whether no group has this digit and the one before. */
  const isBetween = (i: number) =>
    i === 0 || i === digits.length || positionOf(i - 1) + 1 < positionOf(i)
  let shown = ''
  let done = 0
  for (let i = 0; i + SHORTEST <= digits.length; i += 1) {
    if (!isBetween(i)) continue
    if (!beginsLikeCard(Number(digits.slice(i, i + 4)))) continue
    const isCard = (end: number) =>
      end <= digits.length &&
      isBetween(end) &&
      isLuhnValid(digits.slice(i, end)) &&
      isNumber(digits.slice(i, end), positionOf(i), positionOf(end - 1) + 1)
    const length = lengths.find((one) => isCard(i + one))
    if (length === undefined) continue
    const [start, end] = [positionOf(i), positionOf(i + length - 1) + 1]
    shown += run.slice(done, start) + replace(digits.slice(i, i + length), run.slice(start, end))
    done = end
    i += length - 1
  }
  return shown + run.slice(done)
}

/** Where the digits of a run are. */
function digitPositions(run: string): readonly number[] {
  const positions: number[] = []
  for (let at = 0; at < run.length; at += 1) {
    const code = run.charCodeAt(at)
    if (isDigit(code)) positions.push(at)
  }
  return positions
}

/** A letter, dash or digit next to it makes a number part of an identifier. */
const identifier = /[\p{L}0-9-]/u

function isIssued(pan: string, text: string, start: number, end: number): boolean {
  const first = Number(pan.slice(0, 4))
  if (isIssuedLength(first, pan.length)) return true
  return isMaestro(first) && !identifier.test(text.charAt(start - 1) + text.charAt(end))
}

/** Groups next to a masked number are the rest of it; those in a UUID with letters are chance. */
function isChance(text: string, start: number, end: number): boolean {
  const isPlain = /^[0-9]+$/.test(text.slice(start, end))
  if (isPlain) return false
  const isRest =
    /[0-9]{6}x{2,9}$/.test(text.slice(Math.max(0, start - 15), start)) ||
    /^x{2,9}[0-9]{4}/.test(text.slice(end, end + 13))
  return isRest || isInUuid(text, start, end)
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

import { maskAccountNumber, normaliseBsb } from '../../../domain/bank-account.ts'
import { maskPan } from '../../../domain/card/card.ts'
import { isPlainObject } from '../../../domain/plain-object.ts'
import {
  EMPTY,
  type Redacted,
  type RedactedMembers,
  type RedactedValue,
  redactAddress,
  redactText,
} from '../../../domain/redaction/redacted.ts'
import type { Mark, Marks } from '../../contract/marks.ts'
import type { Secret } from '../../contract/note.ts'
import { OWN_HEADER } from '../auth.ts'
import { type RecordingWorld, recordable } from './recordable.ts'

const HIDDEN = '(not shown)' as Redacted

/** The redacted request, as stored. */
export interface RedactedRequest {
  readonly path: Redacted
  readonly body: RedactedValue | undefined
  readonly query: RedactedMembers
  /** Paths of body members that are not part of the API. */
  readonly unknownMembers: readonly Redacted[]
  /** The free texts that contained a card number: `transaction.reference`. */
  readonly cardNumberIn: readonly Redacted[]
  /** What a replay sends in place of redacted values, by their paths. */
  readonly recorded: Readonly<Record<string, unknown>> | undefined
}

interface UnredactedRequest {
  readonly path: string
  readonly body: unknown
  readonly query: Readonly<Record<string, string>>
  /** Undefined if the path is not an operation. */
  readonly marks: Marks | undefined
  readonly world: RecordingWorld
}

/** The redacted request of a call, built on first use, when its body has been read. */
export function redactedOf(
  call: UnredactedRequest & { redacted: RedactedRequest | undefined },
): RedactedRequest {
  call.redacted ??= redactRequest(call)
  return call.redacted
}

/** A member of a redacted body, by its path. */
export function redactedAt(
  body: RedactedValue | undefined,
  ...names: readonly string[]
): RedactedValue | undefined {
  let value = body
  for (const name of names) {
    if (typeof value !== 'object' || value === null) return undefined
    value = Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value
}

function redactRequest({ path, body, query, marks, world }: UnredactedRequest): RedactedRequest {
  const notes: Notes = { unknown: [], cardNumberIn: [], recorded: undefined, world }
  return {
    path: redactAddress(path),
    body: body === undefined ? undefined : shown(body, marks?.body, '', notes),
    query: shownQuery(query, marks, notes),
    unknownMembers: notes.unknown,
    cardNumberIn: notes.cardNumberIn,
    recorded: notes.recorded,
  }
}

interface Notes {
  readonly unknown: Redacted[]
  readonly cardNumberIn: Redacted[]
  recorded: Record<string, unknown> | undefined
  readonly world: RecordingWorld
}

function keepRecorded(path: string, value: unknown, notes: Notes): void {
  notes.recorded ??= {}
  notes.recorded[path] = value
}

/** A value of the wrong type is refused in a replay, too. */
function hidden(value: unknown, path: string, notes: Notes): Redacted {
  if (typeof value !== 'string') keepRecorded(path, emptied(value), notes)
  return HIDDEN
}

function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  return isPlainObject(value) ? {} : typeof value === 'number' ? 0 : value
}

function shown(value: unknown, mark: Mark | undefined, path: string, notes: Notes): RedactedValue {
  switch (mark?.of) {
    case 'object':
      if (isPlainObject(value)) return shownMembers(value, mark.members, path, notes)
      return hidden(value, path, notes)
    case 'texts':
      return isPlainObject(value) ? shownTexts(value, path, notes) : hidden(value, path, notes)
    case 'secret':
      return shownSecret(value, mark.secret, path, notes)
    case 'text':
      return typeof value === 'string'
        ? shownText(value, path, notes)
        : shownScalar(value, path, notes)
    default:
      note(path, notes.unknown)
      return HIDDEN
  }
}

function shownText(value: string, path: string, notes: Notes): Redacted {
  const text = redactText(value)
  if (text !== value) note(path, notes.cardNumberIn)
  return text
}

function note(path: string, list: Redacted[]): void {
  list.push(redactText(path))
}

function shownMembers(
  given: Readonly<Record<string, unknown>>,
  members: ReadonlyMap<string, Mark>,
  path: string,
  notes: Notes,
): RedactedValue {
  const all: Record<string, RedactedValue> = {}
  for (const key in given) {
    const mark = members.get(key)
    const name = mark === undefined ? strangerName(key) : key
    all[name] = shown(given[key], mark, path === '' ? name : `${path}.${name}`, notes)
  }
  return all
}

/** A name that the API does not have may be an account number. */
function strangerName(key: string): string {
  return shownName(key).replaceAll(/[0-9]{5,}/g, allMasked)
}

/** A client may choose any member name; `__proto__` would set the object's prototype. */
function shownName(key: string): string {
  return key === '__proto__' ? '(__proto__)' : redactText(key)
}

function shownTexts(
  given: Readonly<Record<string, unknown>>,
  path: string,
  notes: Notes,
): Readonly<Record<string, Redacted>> {
  // Almost always all of it may be shown, and is not copied.
  if (!hasSecrets(given)) return given as RedactedMembers
  const all: Record<string, Redacted> = {}
  let hasCard = false
  for (const key in given) {
    const text = given[key]
    const name = shownName(key)
    const value =
      typeof text === 'string' ? redactText(text) : hidden(text, `${path}.${name}`, notes)
    hasCard ||= redactText(key) !== key || (typeof text === 'string' && value !== text)
    all[name] = value
  }
  if (hasCard) note(path, notes.cardNumberIn)
  return all
}

function hasSecrets(given: Readonly<Record<string, unknown>>): boolean {
  for (const key in given) {
    const text = given[key]
    if (typeof text !== 'string' || redactText(text) !== text || shownName(key) !== key) return true
  }
  return false
}

function shownSecret(value: unknown, secret: Secret, path: string, notes: Notes): RedactedValue {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'object') return hidden(value, path, notes)
  const text = recordable(secret, String(value), notes.world)
  keepRecorded(path, typeof value === 'number' ? Number(text) || 0 : text, notes)
  return secrets[secret](String(value))
}

function shownScalar(value: unknown, path: string, notes: Notes): RedactedValue {
  if (value === null || typeof value === 'boolean') return value
  if (typeof value !== 'number') return hidden(value, path, notes)
  const shown = shownNumber(value)
  if (shown !== value) keepRecorded(path, 0, notes)
  return shown
}

/** A card number sent as a JSON number has lost its last digits, and so its check digit. */
function shownNumber(value: number): RedactedValue {
  return Math.abs(value) < 1e12 ? value : secrets.pan(String(value))
}

/** How each kind of secret is masked; a malformed one is masked completely. */
const secrets: Readonly<Record<Secret, (text: string) => Redacted>> = {
  pan: (text) => (/^[0-9]{13,19}$/.test(text) ? (maskPan(text) as Redacted) : allMasked(text)),
  account: (text) =>
    /^[0-9]{1,9}$/.test(text) ? (maskAccountNumber(text) as Redacted) : allMasked(text),
  // A valid BSB is not secret; anything else could be the account number.
  bsb: (text) => (normaliseBsb(text) === undefined ? allMasked(text) : (text as Redacted)),
  cvv: allMasked,
  expiry: allMasked,
}

function allMasked(text: string): Redacted {
  return 'x'.repeat(Math.min(text.length, 32)) as Redacted
}

function shownQuery(
  query: Readonly<Record<string, string>>,
  marks: Marks | undefined,
  notes: Notes,
): RedactedMembers {
  const all: Record<string, Redacted> = {}
  for (const name in query) {
    const text = query[name] as string
    const isKnown = marks?.query.has(name) === true
    const value = isKnown ? redactAddress(text) : HIDDEN
    if (isKnown && value !== text) note(name, notes.cardNumberIn)
    const key = name === '__proto__' ? '(__proto__)' : redactAddress(name)
    all[key] = value
  }
  return all
}

/** Headers with credentials. */
const secretName = /auth|cookie|token|secret|password|api-?key/i

/** Shown elsewhere, or told by the body; the last marks the sandbox's own calls. */
const leftOut = new RegExp(`^(?:x-correlation-id|content-length|${OWN_HEADER})$`, 'i')

/** The longest value to store. */
const LONGEST_HEADER = 300

/** The headers of a request, names and values in turn, with one on each line, redacted. */
export function requestLines(list: readonly string[]): Redacted {
  let text = ''
  for (let i = 0; i < list.length; i += 2) text += lineOf(list[i] as string, list[i + 1] as string)
  return redactRequestLines(text)
}

/** The same of an answer. */
export function answerLines(headers: Readonly<Record<string, string>>): Redacted {
  let text = ''
  for (const name in headers) text += lineOf(name, headers[name] as string)
  return redactAnswerLines(text)
}

/** The correlation id and the body are stored by themselves. */
function lineOf(name: string, value: string): string {
  if (leftOut.test(name)) return ''
  if (secretName.test(name)) return `${name}: (hidden)\n`
  return `${name}: ${value.length > LONGEST_HEADER ? `${value.slice(0, LONGEST_HEADER)}…` : value}\n`
}

const redactRequestLines = redactRepeated()
const redactAnswerLines = redactRepeated()

/** A client sends the same headers again and again, so the last text is used again. */
function redactRepeated(): (text: string) => Redacted {
  // Only the redacted text is remembered, never a card number.
  let last = EMPTY
  return (text) => {
    if (text !== last) last = redactAddress(text)
    return last
  }
}

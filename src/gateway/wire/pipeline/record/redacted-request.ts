import { isPlainObject } from '../../../../base/plain-object.ts'
import { cardType, isPan, isTestPan, maskPan } from '../../../../base/redaction/card-number.ts'
import {
  cardNumbersIn,
  EMPTY,
  type KeyedWorld,
  type Redacted,
  type RedactedMembers,
  type RedactedValue,
  redactAddress,
  redactText,
  textKey,
} from '../../../../base/redaction/redacted.ts'
import type { Assumptions } from '../../../../domain/assumptions/assumptions.ts'
import { maskAccountNumber, normaliseBsb } from '../../../../domain/bank-account.ts'
import { isVirtualPan } from '../../../../domain/card.ts'
import { isIdentifier } from '../../../../domain/identifier.ts'
import type { StoredCard } from '../../../../domain/transaction/transaction.ts'
import type { Asked, CardInText } from '../../../../record/exchange.ts'
import { recordedPath } from '../../../../record/recorded-path.ts'
import { OWN_HEADER } from '../../caller.ts'
import type { FieldMark, Marks } from '../../contract/check.ts'
import type { AskedField, Secret } from '../../contract/note.ts'

const HIDDEN = '(not shown)' as Redacted

/** The redacted request, as stored. */
export interface RedactedRequest {
  readonly path: Redacted
  readonly body: RedactedValue | undefined
  readonly query: RedactedMembers
  /** Paths of body members that are not part of the API. */
  readonly unknownMembers: readonly Redacted[]
  /** The free texts that contained a card number: `transaction.reference`. */
  readonly cardNumberIn: readonly CardInText[]
  /** What it asks for, as far as it can be read: nobody reads the body again. */
  readonly asked: Asked
  readonly kvps: RedactedMembers
  /** The merchant that it names, if the number is valid. */
  readonly merchant: number | undefined
  /** The card whose number was sent in full. */
  readonly card: SentCard | undefined
}

/** A card as it may be stored. */
export interface SentCard extends Pick<StoredCard, 'pan' | 'type' | 'fingerprint'> {
  /** Its masked number, if it may be somebody's. */
  readonly foreign: Redacted | undefined
}

interface UnredactedRequest {
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly pathValues: Readonly<Record<string, string>>
  readonly world: RecordingWorld
}

interface RecordingWorld extends KeyedWorld {
  readonly environment: KeyedWorld['environment'] & { readonly assumptions: Assumptions }
}

interface Notes {
  readonly unknown: Redacted[]
  readonly cardNumberIn: CardInText[]
  readonly world: RecordingWorld
  readonly asked: { -readonly [Name in keyof Asked]-?: Asked[Name] | undefined }
  kvps: RedactedMembers
  merchant: number | undefined
  card: SentCard | undefined
}

/** Redacts a request. Without `marks`, its path is no operation, or was not looked at. */
export function redactedRequest(
  { path, query, pathValues, world }: UnredactedRequest,
  body: unknown,
  marks: Marks | undefined,
): RedactedRequest {
  const notes: Notes = {
    unknown: [],
    cardNumberIn: [],
    world,
    // Every field: all calls share one object shape.
    asked: {
      reference: undefined,
      name: undefined,
      amount: undefined,
      currency: undefined,
      account: undefined,
      method: undefined,
      target: undefined,
      audit: undefined,
      correlation_id: undefined,
      correlation_key: undefined,
    },
    kvps: {},
    merchant: undefined,
    card: undefined,
  }
  const shownBody = body !== undefined && marks ? shownValue(body, marks.body, notes) : HIDDEN
  const shownQuery: Record<string, Redacted> = {}
  for (const name in query) {
    const text = query[name] as string
    const isKnown = marks?.query.has(name) === true
    const value = isKnown ? redactAddress(text) : HIDDEN
    const asks = marks?.query.get(name)
    if (asks !== undefined) noteAsked(asks, text, value, notes)
    if (isKnown && value !== text) notes.cardNumberIn.push(...cardsInText(name, text, world))
    shownQuery[name === '__proto__' ? '(__proto__)' : redactAddress(name)] = value
  }
  for (const name in pathValues) {
    const asks = marks?.path.get(name)
    if (asks !== undefined) noteAsked(asks, pathValues[name], EMPTY, notes)
  }
  return {
    // That of an operation needs no escape.
    path: marks ? redactAddress(path) : recordedPath(redactAddress(path)),
    body: body === undefined ? undefined : shownBody,
    query: shownQuery,
    unknownMembers: notes.unknown,
    cardNumberIn: notes.cardNumberIn,
    asked: notes.asked,
    kvps: notes.kvps,
    merchant: notes.merchant,
    card: notes.card,
  }
}

/** What can be read of a request that no handler has understood. */
export function partsRead({ merchant, card }: RedactedRequest) {
  return { merchant, card: card?.fingerprint, facts: { foreign_card: card?.foreign } }
}

/** Notes what a value says about the request; a value that cannot be read says nothing. */
function noteAsked(asks: AskedField, sent: unknown, value: RedactedValue, notes: Notes): void {
  const { asked, world } = notes
  const isText = typeof sent === 'string' && typeof value === 'string'
  // Only valid numbers: a client may have put a card number there.
  const number = typeof sent === 'string' || typeof sent === 'number' ? Number(sent) : 0
  const isValid = isIdentifier(number)
  switch (asks) {
    case 'merchant':
      if (isValid) notes.merchant ??= number
      return
    case 'target':
    case 'audit':
      if (isValid) asked[asks] = number
      return
    case 'kvps':
      if (typeof value === 'object' && value !== null) notes.kvps = value as RedactedMembers
      return
    case 'reference':
    case 'name':
      if (isText) asked[asks] = value
      return
    case 'amount':
      // One with a masked part is no amount.
      if (isText && value === sent && /^\d{1,12}$/.test(sent)) asked.amount = number
      return
    case 'currency':
      if (isText) asked.currency = redactText(value.slice(0, 3))
      return
    case 'account':
      if (isText) asked.account ??= value
      return
    case 'correlation_id':
      if (!isText) return
      asked.correlation_id = value
      asked.correlation_key = textKey(world, sent)
      return
  }
}

function shownValue(value: unknown, mark: FieldMark, notes: Notes): RedactedValue {
  if (mark.of === 'object' || mark.of === 'texts') {
    if (!isPlainObject(value)) return HIDDEN
    return mark.of === 'object' ? shownMembers(value, mark, notes) : shownTexts(value, mark, notes)
  }
  if (value === null || typeof value === 'boolean') return value
  if (typeof value !== 'string' && typeof value !== 'number') return HIDDEN
  if (mark.of === 'secret') {
    const shown = masked(mark.secret, String(value))
    noteMethod(mark.secret, String(value), shown, notes)
    return shown
  }
  if (typeof value === 'number') {
    // A card number sent as a JSON number has lost its last digits, and so its check digit.
    return Math.abs(value) < 1e11 ? value : masked('pan', String(value))
  }
  const text = redactText(value)
  if (text !== value) notes.cardNumberIn.push(...cardsInText(mark.path, value, notes.world))
  return text
}

/** Notes how it is to be paid; the virtual PAN of a token may stand for a card or an account. */
function noteMethod(secret: Secret, sent: string, shown: Redacted, notes: Notes): void {
  const { environment } = notes.world
  if (secret === 'account' || secret === 'bsb') notes.asked.method = 'direct_debit'
  if (secret !== 'pan' || isVirtualPan(sent, environment.assumptions)) return
  notes.asked.method = 'card'
  if (!isPan(sent)) return
  const [type, fingerprint] = [cardType(sent), environment.fingerprint(sent)]
  notes.card = { pan: shown, type, fingerprint, foreign: isTestPan(sent) ? undefined : shown }
}

/** The numbers in a free text that look like those of cards. */
export function cardsInText(
  location: string,
  text: string,
  { environment }: Pick<RecordingWorld, 'environment'>,
): readonly CardInText[] {
  return cardNumbersIn(text).map((pan) => ({
    place: redactText(location),
    card: environment.fingerprint(pan),
    published: isTestPan(pan),
  }))
}

function note(path: string, list: Redacted[]): void {
  list.push(redactText(path))
}

function shownMembers(
  given: Readonly<Record<string, unknown>>,
  { members, path }: Extract<FieldMark, { of: 'object' }>,
  notes: Notes,
): RedactedValue {
  const all: Record<string, RedactedValue> = {}
  for (const key in given) {
    const mark = members.get(key)
    if (mark === undefined) {
      const name = unknownName(key)
      note(path === '' ? name : `${path}.${name}`, notes.unknown)
      all[name] = HIDDEN
    } else {
      const value = shownValue(given[key], mark, notes)
      if (mark.asks !== undefined) noteAsked(mark.asks, given[key], value, notes)
      all[key] = value
    }
  }
  return all
}

/** A name that the API does not have may be an account number. */
function unknownName(key: string): string {
  return shownName(key).replaceAll(/[0-9]{5,}/g, (digits) => masked('cvv', digits))
}

/** A client may choose any member name; `__proto__` would set the object's prototype. */
function shownName(key: string): string {
  return key === '__proto__' ? '(__proto__)' : redactText(key)
}

function shownTexts(
  given: Readonly<Record<string, unknown>>,
  { path }: FieldMark,
  notes: Notes,
): RedactedMembers {
  for (const key in given) {
    const text = given[key]
    if (typeof text !== 'string' || redactText(text) !== text || shownName(key) !== key)
      return redactedTexts(given, path, notes)
  }
  // Almost always all of it may be shown, and is not copied.
  return given as RedactedMembers
}

function redactedTexts(
  given: Readonly<Record<string, unknown>>,
  path: string,
  notes: Notes,
): RedactedMembers {
  const all: Record<string, Redacted> = {}
  for (const key in given) {
    const text = given[key]
    const name = shownName(key)
    const value = typeof text === 'string' ? redactText(text) : HIDDEN
    for (const one of [key, text]) {
      if (typeof one === 'string') notes.cardNumberIn.push(...cardsInText(path, one, notes.world))
    }
    all[name] = value
  }
  return all
}

const panForm = /^[0-9]{13,19}$/
const accountForm = /^[0-9]{1,9}$/

/** A masked secret; a malformed one is masked completely. */
function masked(secret: Secret, text: string): Redacted {
  if (secret === 'pan' && panForm.test(text)) return maskPan(text) as Redacted
  if (secret === 'account' && accountForm.test(text)) return maskAccountNumber(text) as Redacted
  // A valid BSB is not secret; anything else could be the account number.
  if (secret === 'bsb' && normaliseBsb(text) !== undefined) return text as Redacted
  return 'x'.repeat(Math.min(text.length, 32)) as Redacted
}

/** Headers with credentials. */
const secretName = /auth|cookie|token|secret|password|api-?key/i

/** Shown elsewhere, or implied by the body; the last one marks the sandbox's own calls. */
const leftOut = new RegExp(`^(?:x-correlation-id|content-length|${OWN_HEADER})$`, 'i')

/** The longest value to store. */
const LONGEST_HEADER = 300

/** The headers of a request, names and values in turn, redacted. */
export function requestHeaders(list: readonly string[]): RedactedMembers {
  let text = ''
  for (let i = 0; i < list.length; i += 2) text += lineOf(list[i] as string, list[i + 1] as string)
  return redactRequestLines(text)
}

/** The same of an answer. */
export function answerHeaders(headers: Readonly<Record<string, string>>): RedactedMembers {
  let text = ''
  for (const name in headers) text += lineOf(name, headers[name] as string)
  return redactAnswerLines(text)
}

/** The correlation id and the body are stored by themselves. */
function lineOf(name: string, value: string): string {
  if (leftOut.test(name)) return ''
  if (secretName.test(name)) return `${name}: (hidden)\n`
  return `${name}: ${value.length > LONGEST_HEADER ? cut(value) : value}\n`
}

/** Redacts before it cuts: half a card number would not be recognised. */
function cut(value: string): string {
  return `${redactAddress(value.slice(0, 2 * LONGEST_HEADER)).slice(0, LONGEST_HEADER)}…`
}

const redactRequestLines = redactRepeated()
const redactAnswerLines = redactRepeated()

/** A client sends the same headers again and again, so the last record is used again. */
function redactRepeated(): (text: string) => RedactedMembers {
  // Only the redacted text is remembered, never a card number.
  let last = EMPTY
  let members: RedactedMembers = {}
  return (text) => {
    if (text === last) return members
    last = redactAddress(text)
    members = membersOf(last)
    return members
  }
}

/** Headers that are sent more than once are joined, as Node does it. */
function membersOf(lines: Redacted): RedactedMembers {
  const all = new Map<string, Redacted>()
  for (const line of lines.split('\n')) {
    const end = line.indexOf(': ')
    if (end === -1) continue
    const name = line.slice(0, end)
    const before = all.get(name)
    const value = line.slice(end + 2)
    all.set(name, (before === undefined ? value : `${before}, ${value}`) as Redacted)
  }
  return Object.fromEntries(all)
}

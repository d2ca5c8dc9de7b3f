import type { Assumptions } from '../../../domain/assumptions/assumptions.ts'
import { maskAccountNumber, normaliseBsb } from '../../../domain/bank-account.ts'
import { maskPan } from '../../../domain/card/card.ts'
import { isPlainObject } from '../../../domain/plain-object.ts'
import { hasCardNumber, redactAddress, redactText } from '../../../domain/redaction/redacted.ts'

const HIDDEN = '(not shown)'

type Show = (text: string) => string

/** Members of requests by name: what may be shown of each. */
export interface Members {
  /** Secret wherever they stand, and what may be shown of each. */
  readonly secrets: ReadonlyMap<string, Show>
  /** They hold others. */
  readonly containers: ReadonlySet<string>
  /** They hold a plain value. The value of a member that is none of all these is never shown. */
  readonly values: ReadonlySet<string>
  /** What a card or an account may have, by its container: any other member could be its number. */
  readonly inside: ReadonlyMap<string, Members>
}

/** The members of requests under the names that the assumptions give them. */
export function membersOf(assumptions: Assumptions): Members {
  const { direct_debit_members: debit, bank_account_members: bank } = assumptions
  const secrets = secretsOf(assumptions)
  const details = (...values: readonly string[]): Members => {
    return { secrets, containers: new Set(), values: new Set(values), inside: new Map() }
  }
  return {
    secrets,
    containers: new Set([
      ...['merchant', 'transaction', 'amount_details', 'payment_method', 'creditcard'],
      ...['account', 'general_creditcard'],
      assumptions.direct_debit_payment_method,
      assumptions.bank_account_type,
    ]),
    values: new Set([
      ...['id', 'reference', 'total_amount', 'currency', debit.account_name],
      ...['preauthorisation_code', 'name', 'preferred_name', 'active'],
      ...['CARD.NAME', bank.account_name],
    ]),
    inside: new Map([
      ['creditcard', details()],
      ['general_creditcard', details('CARD.NAME')],
      [assumptions.direct_debit_payment_method, details(debit.account_name)],
      [assumptions.bank_account_type, details(bank.account_name)],
    ]),
  }
}

function secretsOf({
  direct_debit_members: debit,
  bank_account_members: bank,
}: Assumptions): Members['secrets'] {
  return new Map([
    ['pan', maskedPan],
    ['CARD.PAN', maskedPan],
    ['cvv', allMasked],
    ['CARD.CVV', allMasked],
    ['expiry_date', allMasked],
    ['CARD.EXPIRY', allMasked],
    // The usual names too: a client that has them wrong still sends a secret.
    ['account_number', maskedAccount],
    ['BANK.ACCOUNT_NUMBER', maskedAccount],
    [debit.account_number, maskedAccount],
    [bank.account_number, maskedAccount],
    [debit.bsb, shownBsb],
    [bank.bsb, shownBsb],
  ])
}

/** Which number that nobody may keep a member of this name holds. */
export function numberIn(
  { secrets }: Members,
  name: string,
): 'pan' | 'cvv' | 'account' | 'bsb' | undefined {
  const show = secrets.get(name)
  if (show === maskedPan) return 'pan'
  if (show === maskedAccount) return 'account'
  if (show === shownBsb) return 'bsb'
  return cvvNames.includes(name) ? 'cvv' : undefined
}

const cvvNames = ['cvv', 'CARD.CVV']

/** Whether the API has a member of this name that tells nobody anything by itself. */
export function isKnownMember({ containers, values, secrets }: Members, name: string): boolean {
  return containers.has(name) || values.has(name) || secrets.has(name)
}

/** Parameters of the API's queries; what else a client puts there may be anything. */
const parameters: ReadonlySet<string> = new Set([
  ...['merchant_id', 'correlation_id_lookup', 'ordering', 'name', 'reference', 'limit', 'offset'],
])

/** No body of the API is deeper; one that is might exhaust the stack. */
const DEEPEST = 6

/** How a body is gone through. */
export interface Masking {
  readonly members: Members
  /** Collects where a card number stood in a free text: `transaction.reference`. */
  readonly found: string[]
}

/** A request's body as it may be written down. */
export function maskedBody(given: unknown, masking: Masking, depth = 0, path = ''): unknown {
  if (given === undefined) return undefined
  if (!isPlainObject(given) || depth > DEEPEST) return HIDDEN
  const { members } = masking
  const shown: Record<string, unknown> = {}
  for (const key in given) {
    const value = given[key]
    const name = maskedName(key)
    if (members.containers.has(key)) {
      const inside = members.inside.get(key)
      const within = inside === undefined ? masking : { ...masking, members: inside }
      shown[name] = maskedBody(value, within, depth + 1, `${path}${name}.`)
      continue
    }
    if (isCardNumberIn(key, value, members)) masking.found.push(path + name)
    shown[name] = maskedMember(key, value, masking)
  }
  return shown
}

/** Whether a card number was in a text where none belongs. */
function isCardNumberIn(key: string, value: unknown, { values }: Members): boolean {
  if (key === 'kvps') return hasCardNumbers(value)
  return typeof value === 'string' && values.has(key) && hasCardNumber(value)
}

function hasCardNumbers(kvps: unknown): boolean {
  return isPlainObject(kvps) && Object.entries(kvps).flat().some(isTextWithCardNumber)
}

function isTextWithCardNumber(value: unknown): boolean {
  return typeof value === 'string' && hasCardNumber(value)
}

/** A client may name a member anything; one name would be taken for the object's prototype. */
function maskedName(key: string): string {
  if (key === '__proto__') return '(__proto__)'
  return redactText(key)
}

function maskedMember(key: string, value: unknown, masking: Masking): unknown {
  if (key === 'kvps') return maskedKvps(value)
  const { secrets, values } = masking.members
  const show = secrets.get(key)
  if (show === undefined && !values.has(key)) return HIDDEN
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'object') return HIDDEN
  return show === undefined ? maskedValue(value) : show(String(value))
}

function maskedValue(value: unknown): unknown {
  if (typeof value !== 'number') return redactText(String(value))
  // A card number that came as a number has lost its last digits, and with them its check digit.
  return Math.abs(value) < 1e12 ? value : maskPan(String(value))
}

function maskedKvps(value: unknown): unknown {
  if (!isPlainObject(value)) return HIDDEN
  const shown: Record<string, unknown> = {}
  for (const key in value) {
    const text = value[key]
    const isText = typeof text === 'string'
    shown[maskedName(key)] = isText ? redactText(text) : HIDDEN
  }
  return shown
}

/** A request's query as it may be written down. */
export function maskedQuery(
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const shown: Record<string, string> = {}
  for (const name in query) {
    const isShown = parameters.has(name)
    const value = isShown ? redactAddress(query[name] as string) : HIDDEN
    shown[name === '__proto__' ? '(__proto__)' : redactAddress(name)] = value
  }
  return shown
}

function maskedPan(text: string): string {
  return /^[0-9]{13,19}$/.test(text) ? maskPan(text) : allMasked(text)
}

function maskedAccount(text: string): string {
  return /^[0-9]{1,9}$/.test(text) ? maskAccountNumber(text) : allMasked(text)
}

/** A branch is not secret; anything else could be the account number. */
function shownBsb(text: string): string {
  return normaliseBsb(text) === undefined ? allMasked(text) : text
}

function allMasked(text: string): string {
  return 'x'.repeat(Math.min(text.length, 32))
}

/** Paths of the members that parsing dropped: `transaction.payment_method.creditcard.name`. */
export function unknownMembers(given: unknown, known: unknown): readonly string[] {
  if (!isPlainObject(given) || !isPlainObject(known)) return none
  let found: string[] | undefined
  for (const key in given) {
    if (!Object.hasOwn(known, key)) {
      found ??= []
      found.push(redactText(key))
      continue
    }
    const beneath = unknownMembers(given[key], known[key])
    if (beneath === none) continue
    const name = redactText(key)
    found ??= []
    for (const path of beneath) found.push(`${name}.${path}`)
  }
  return found ?? none
}

const none: readonly string[] = []

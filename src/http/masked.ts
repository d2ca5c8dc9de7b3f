import { maskAccountNumber } from '../domain/bank-account.ts'
import { maskPan } from '../domain/card.ts'
import { maskCardNumbers } from '../domain/card-number-in-text.ts'

/** Members that are secret wherever they stand, and what may be shown of each. */
const secrets: Readonly<Record<string, (text: string) => string>> = {
  pan: maskedPan,
  'CARD.PAN': maskedPan,
  cvv: allMasked,
  'CARD.CVV': allMasked,
  expiry_date: allMasked,
  'CARD.EXPIRY': allMasked,
  account_number: maskAccount,
  'BANK.ACCOUNT_NUMBER': maskAccount,
}

function maskedPan(text: string): string {
  return /^[0-9]{13,19}$/.test(text) ? maskPan(text) : allMasked(text)
}

function maskAccount(text: string): string {
  return /^[0-9]{1,9}$/.test(text) ? maskAccountNumber(text) : allMasked(text)
}

function allMasked(text: string): string {
  return 'x'.repeat(Math.min(text.length, 32))
}

/** All other members of the API. The value of a member that is none of them is never shown. */
const plainMembers = new Set([
  ...['merchant', 'id', 'kvps', 'transaction', 'reference', 'amount_details', 'total_amount'],
  ...['currency', 'payment_method', 'creditcard', 'bsb', 'account_name', 'preauthorisation_code'],
  ...['name', 'preferred_name', 'active', 'account', 'general_creditcard', 'CARD.NAME'],
  ...['BANK.BSB', 'BANK.ACCOUNT_NAME'],
])

/** A request's body as it may be written down; `names` are those that the assumptions give. */
export function maskedBody(given: unknown, names: ReadonlySet<string>): unknown {
  if (typeof given === 'string') return maskCardNumbers(given)
  if (typeof given !== 'object' || given === null) return given
  if (Array.isArray(given)) return '(not shown)'
  const shown: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    shown[maskCardNumbers(key)] = maskedMember(key, value, names)
  }
  return shown
}

function maskedMember(key: string, value: unknown, names: ReadonlySet<string>): unknown {
  const mask = secrets[key]
  if (mask !== undefined) return maskedSecret(value, mask)
  if (key === 'kvps') return maskedKvps(value)
  return plainMembers.has(key) || names.has(key) ? maskedBody(value, names) : '(not shown)'
}

function maskedSecret(value: unknown, mask: (text: string) => string): unknown {
  if (value === null || typeof value === 'boolean') return value
  return typeof value === 'object' ? '(not shown)' : mask(String(value))
}

function maskedKvps(value: unknown): unknown {
  if (!isPlain(value)) return '(not shown)'
  const entries = Object.entries(value).map(([key, text]) => [
    maskCardNumbers(key),
    typeof text === 'string' ? maskCardNumbers(text) : '(not shown)',
  ])
  return Object.fromEntries(entries)
}

/** Paths of the members that parsing dropped: `transaction.payment_method.creditcard.name`. */
export function unknownMembers(given: unknown, known: unknown, path = ''): readonly string[] {
  if (!isPlain(given) || !isPlain(known)) return []
  return Object.entries(given).flatMap(([key, value]) => {
    const place = path === '' ? maskCardNumbers(key) : `${path}.${maskCardNumbers(key)}`
    return key in known ? unknownMembers(value, known[key], place) : [place]
  })
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

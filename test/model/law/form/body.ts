import { isRestricted } from '../card/text.ts'
import { isAmount, payable } from '../transaction/money.ts'
import { type Objection, objection } from '../wire/refusal.ts'
import { isObject, type Json, memberOf } from '../wire/request.ts'
import { type Field, identifier, required, text } from './fields.ts'
import { paymentMethod } from './payment-method.ts'

/** What `transaction` has to hold. */
export type Shape = 'paid' | 'held' | 'amount' | 'reference'

const REQUEST_PREFIX = 'GATEWAY.REQUEST.KVP.'

/** Everything that is wrong with the form of a transaction request's body. */
export function transactionForm(body: unknown, shape: Shape): Objection[] {
  if (!isObject(body)) return [objection('invalid_type', 'body')]
  return [
    ...required(body.merchant, ['body', 'merchant'], inObject(merchant)),
    ...kvpsForm(body.kvps),
    ...required(
      body.transaction,
      ['body', 'transaction'],
      inObject((value, location) => transaction(value, location, shape)),
    ),
  ]
}

type Members = (value: Json, location: readonly string[]) => Objection[]

function inObject(members: Members): Field {
  return (value, location) =>
    isObject(value) ? members(value, location) : [objection('invalid_type', ...location)]
}

const merchant: Members = (value, location) => required(value.id, [...location, 'id'], identifier)

function transaction(value: Json, location: readonly string[], shape: Shape): Objection[] {
  const at = (name: string) => [...location, name]
  const reference = required(value.reference, at('reference'), text(255))
  if (shape === 'reference') return reference
  const amount = required(value.amount_details, at('amount_details'), inObject(amountDetails))
  if (shape === 'amount') return [...reference, ...amount]
  const method = required(value.payment_method, at('payment_method'), (found, place) =>
    paymentMethod(found, place, shape),
  )
  return [...reference, ...amount, ...method, ...debitCurrency(value, location)]
}

const amountDetails: Members = (value, location) => [
  ...required(value.total_amount, [...location, 'total_amount'], (amount, place) =>
    isAmount(amount) ? [] : [objection('invalid_amount', ...place)],
  ),
  ...required(value.currency, [...location, 'currency'], currency),
]

const currency: Field = (value, location) => {
  if (typeof value !== 'string') return [objection('invalid_type', ...location)]
  if (payable.has(value)) return []
  const codes = /^[A-Z]{3}$/.test(value)
    ? []
    : ['invalid_format', 'invalid_length', 'invalid_characters']
  return [objection(['currency_not_supported', ...codes], ...location)]
}

/** Australian accounts are debited in dollars. */
function debitCurrency(value: Json, location: readonly string[]): Objection[] {
  const found = memberOf(value, 'amount_details', 'currency')
  const method = value.payment_method
  const isDebit =
    isObject(method) && method.directdebit !== undefined && method.creditcard === undefined
  const isOther = typeof found === 'string' && found !== 'AUD' && payable.has(found)
  if (!isDebit || !isOther) return []
  return [objection('currency_not_supported', ...location, 'amount_details', 'currency')]
}

function kvpsForm(kvps: unknown): Objection[] {
  if (kvps === undefined) return []
  if (!isObject(kvps)) return [objection(['invalid_type', 'missing_field'], 'body', 'kvps')]
  const keys = Object.keys(kvps)
  const many =
    keys.length > 50 ? [objection(['invalid_length', 'out_of_range'], 'body', 'kvps')] : []
  const twice = keys.filter((key) => key.startsWith(REQUEST_PREFIX) && keys.includes(bare(key)))
  const doubled = twice.map(() => ({
    ...objection('duplicate_kvp', 'body', 'kvps'),
    isAbout: true,
  }))
  return [...many, ...keys.flatMap((key) => kvp(key, kvps[key])), ...doubled]
}

function kvp(key: string, value: unknown): Objection[] {
  const at = (code: string | undefined) =>
    code === undefined ? [] : [objection(code, 'body', 'kvps', key)]
  return [...at(wrongKey(key)), ...at(wrongValue(value))]
}

function wrongKey(key: string): string | undefined {
  if (key.length > 64 || key === '') return 'invalid_length'
  return /^[A-Za-z0-9_.]+$/.test(key) ? undefined : 'invalid_characters'
}

function wrongValue(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'invalid_type'
  if (value.length > 255) return 'invalid_length'
  return isRestricted(value) ? undefined : 'invalid_characters'
}

function bare(key: string): string {
  return key.slice(REQUEST_PREFIX.length)
}

/** The key as answers have it. */
export function answeredKey(key: string): string {
  return key.startsWith(REQUEST_PREFIX) ? key : REQUEST_PREFIX + key
}

import { cardType, expiryMonth, isCardNumber } from '../card/card.ts'
import { type Objection, objection } from '../wire/refusal.ts'
import { isObject, type Json } from '../wire/request.ts'
import { type Field, optional, required, text } from './fields.ts'

export function paymentMethod(
  value: unknown,
  location: readonly string[],
  shape: 'paid' | 'held',
): Objection[] {
  if (!isObject(value)) return [objection('invalid_type', ...location)]
  const { creditcard, directdebit } = value
  const count = [creditcard, directdebit].filter((method) => method !== undefined).length
  if (count !== 1) {
    const codes = [
      'missing_field',
      'invalid_type',
      'invalid_length',
      'invalid_format',
      'out_of_range',
    ]
    return [{ ...objection(codes, ...location), isAbout: true }]
  }
  if (creditcard !== undefined) return inside(creditcard, [...location, 'creditcard'], card)
  const place = [...location, 'directdebit']
  const method = { ...objection('method_not_supported', ...place), isAbout: true }
  const debit = inside(directdebit, place, account)
  return shape === 'held' ? [method, ...debit] : debit
}

type Members = (value: Json, location: readonly string[]) => Objection[]

function inside(value: unknown, location: readonly string[], members: Members): Objection[] {
  return isObject(value)
    ? members(value, location)
    : [objection(['invalid_type', 'missing_field'], ...location)]
}

export function isVirtual(pan: unknown): pan is string {
  return typeof pan === 'string' && /^9[0-9]{12,18}$/.test(pan)
}

const card: Members = (value, location) => {
  const { pan, expiry_date: expiry, cvv } = value
  const at = (name: string) => [...location, name]
  const isCard = typeof pan === 'string' && isCardNumber(pan)
  const wanted = isVirtual(pan) ? optional : required
  const dated = wanted(expiry, at('expiry_date'), expiryField)
  return [
    ...required(pan, at('pan'), panField),
    // Whether a date is needed depends on the number.
    ...(isCard || expiry !== undefined ? dated : dated.map(possible)),
    ...optional(cvv, at('cvv'), (given, place) => cvvField(given, place, pan)),
  ]
}

function possible(one: Objection): Objection {
  return { ...one, isPossible: true }
}

export const panField: Field = (value, location) => {
  if (typeof value !== 'string') return [objection(['invalid_type', 'invalid_pan'], ...location)]
  return isVirtual(value) || isCardNumber(value) ? [] : [objection('invalid_pan', ...location)]
}

export const expiryField: Field = (value, location) => {
  if (typeof value !== 'string') return [objection(['invalid_type', 'invalid_expiry'], ...location)]
  return expiryMonth(value) === undefined ? [objection('invalid_expiry', ...location)] : []
}

/** Of a virtual PAN, the token's card decides later how many digits it takes. */
function cvvField(value: unknown, location: readonly string[], pan: unknown): Objection[] {
  const codes = ['invalid_format', 'invalid_length', 'invalid_characters', 'invalid_type']
  const isFine = typeof value === 'string' && cvvForm(pan).test(value)
  return isFine ? [] : [objection(codes, ...location)]
}

function cvvForm(pan: unknown): RegExp {
  if (typeof pan !== 'string' || isVirtual(pan) || !isCardNumber(pan)) return /^[0-9]{3,4}$/
  return cardType(pan) === 'amex' ? /^[0-9]{4}$/ : /^[0-9]{3}$/
}

const account: Members = (value, location) => {
  const at = (name: string) => [...location, name]
  return [
    ...required(value.bsb, at('bsb'), bsbField),
    ...required(value.account_number, at('account_number'), accountNumberField),
    ...required(value.account_name, at('account_name'), text(32)),
  ]
}

export const bsbField = shaped(/^[0-9]{3}-?[0-9]{3}$/)
export const accountNumberField = shaped(/^[0-9]{1,9}$/)

function shaped(form: RegExp): Field {
  return (value, location) => {
    if (typeof value !== 'string') return [objection('invalid_type', ...location)]
    const codes = ['invalid_format', 'invalid_length', 'invalid_characters']
    return form.test(value) ? [] : [objection(codes, ...location)]
  }
}

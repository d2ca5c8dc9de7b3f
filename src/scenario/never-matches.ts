import { isKvpKey } from '../domain/restricted-text.ts'
import { isCarried } from './carriers.ts'
import type { Fault, Path } from './complaint.ts'
import { type AmountRange, asList, type OneOrMore, type WhenDocument } from './document.ts'
import { shapeFault } from './field-shape.ts'
import { textFieldNames } from './text-field.ts'

/** Why a rule with these conditions can never match. Paths start at `when`. */
export function neverMatches(when: WhenDocument): readonly Fault[] {
  return [
    ...methodFaults(when),
    ...carrierFaults(when),
    ...amountFaults(when.amount),
    ...textFieldNames.flatMap((name) => textFaults(name, when[name], [name])),
    ...kvpFaults(when.kvp ?? {}),
  ]
}

const ofMethod = {
  card: ['pan', 'card_type', 'cvv'],
  direct_debit: ['bsb', 'account_number'],
} as const

/** A request is paid by card or by direct debit, so it never has the fields of both. */
function methodFaults(when: WhenDocument): readonly Fault[] {
  const cardFields = ofMethod.card.filter((name) => when[name] !== undefined)
  const debitFields = ofMethod.direct_debit.filter((name) => when[name] !== undefined)
  if (when.method === 'card') return debitFields.map((name) => otherMethod(name, 'a card'))
  if (when.method === 'direct_debit') {
    return cardFields.map((name) => otherMethod(name, 'a direct debit'))
  }
  return cardFields.length === 0 ? [] : debitFields.map((name) => otherMethod(name, 'a card'))
}

function otherMethod(name: string, method: string): Fault {
  return { path: [name], message: `never matches: ${method} has no ${name}`, atKey: true }
}

function carrierFaults(when: WhenDocument): readonly Fault[] {
  if (when.operation === undefined) return []
  const calls = asList(when.operation)
  const fields = (Object.keys(when) as (keyof WhenDocument)[]).filter(
    (field) => !isCarried(field, when, calls),
  )
  return fields.map((field) => {
    const what = field === 'method' ? `method ${when.method}` : field
    const message = `never matches: no ${calls.join(' or ')} has ${what}`
    return { path: [field], message, atKey: true }
  })
}

function amountFaults(amount: WhenDocument['amount']): readonly Fault[] {
  if (amount === undefined) return []
  if (isRange(amount)) return rangeFaults(amount)
  const texts = Array.isArray(amount) ? amount.map(String) : String(amount)
  return textFaults('amount', texts, ['amount'])
}

function isRange(amount: NonNullable<WhenDocument['amount']>): amount is AmountRange {
  return typeof amount === 'object' && !Array.isArray(amount)
}

function rangeFaults({ min, max }: AmountRange): readonly Fault[] {
  if (max === 0) return [{ path: ['amount'], message: 'never matches: an amount is at least 1' }]
  if (min === undefined || max === undefined || min <= max) return []
  return [{ path: ['amount'], message: `never matches: min ${min} is over max ${max}` }]
}

function textFaults(
  field: Parameters<typeof shapeFault>[0],
  globs: OneOrMore<string> | undefined,
  path: Path,
): readonly Fault[] {
  if (globs === undefined) return []
  return asList(globs).flatMap((glob, i) => {
    const fault = shapeFault(field, glob)
    if (fault === undefined) return []
    return [
      { path: Array.isArray(globs) ? [...path, i] : path, message: `never matches: ${fault}` },
    ]
  })
}

function kvpFaults(kvp: NonNullable<WhenDocument['kvp']>): readonly Fault[] {
  return Object.entries(kvp).flatMap(([key, globs]): readonly Fault[] => {
    const path = ['kvp', key]
    if (isKvpKey(key)) return textFaults('kvp', globs, path)
    const message = 'never matches: a KVP key has up to 64 letters, digits, underscores and dots'
    return [{ path, message, atKey: true }]
  })
}

import type { Fault, Path } from '../../document/complaint.ts'
import { callsCarrying, callsNamed, carries } from '../matching/carriers.ts'
import { beyondReach, neededSource, reachOf } from '../matching/reach.ts'
import { textFieldNames } from '../matching/text-field.ts'
import {
  type AmountRange,
  asList,
  type OneOrMore,
  type OutcomeDocument,
  type WhenDocument,
} from '../scenario-document.ts'
import { cardTypeFaults } from './card-type-complaints.ts'
import { compileOutcome } from './compile.ts'
import { kvpKeyFault, shapeFault } from './field-shape.ts'

/** Why a rule with these conditions can never match. Paths start at `when`. */
export function neverMatches(when: WhenDocument): readonly Fault[] {
  return [
    ...methodFaults(when),
    ...carrierFaults(when),
    ...amountFaults(when.amount),
    ...textFieldNames.flatMap((name) => textFaults(name, when[name], [name])),
    ...cardTypeFaults(when),
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
  const calls = callsNamed(when)
  const fields = (Object.keys(when) as (keyof WhenDocument)[]).filter(
    (name) => name !== 'operation',
  )
  const uncarried = fields.filter((field) => !calls.some((call) => carries(call, field, when)))
  if (uncarried.length > 0) {
    return uncarried.map((field) => {
      const what = field === 'method' ? `method ${when.method}` : field
      const message = `never matches: no ${calls.join(' or ')} has ${what}`
      return { path: [field], message, atKey: true }
    })
  }
  if (callsCarrying(when).length > 0 || methodFaults(when).length > 0) return []
  const message = `never matches: no ${calls.join(' or ')} has all of ${fields.join(', ')}`
  return [{ path: ['operation'], message, atKey: true }]
}

/** Why a rule can never match that has these conditions and this outcome. Paths start at the rule. */
export function neverShapes(when: WhenDocument, document: OutcomeDocument): readonly Fault[] {
  const outcome = compileOutcome(document)
  const calls = callsCarrying(when)
  const reach = reachOf(outcome)
  if (calls.length > 0 && !calls.some((call) => reach.includes(call))) {
    return [{ path: ['outcome'], message: `never matches: ${beyondReach(outcome, calls)}` }]
  }
  const source = neededSource(outcome)
  if (source === undefined || methodFaults(when).length > 0) return []
  if (methodFaults({ ...when, [source]: '*' }).length === 0) return []
  const message = `never matches: there is no ${source} to take the code from`
  return [{ path: ['outcome', 'response_code'], message }]
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
    const fault = kvpKeyFault(key)
    if (fault === undefined) return textFaults('kvp', globs, path)
    return [{ path, message: `never matches: ${fault}`, atKey: true }]
  })
}

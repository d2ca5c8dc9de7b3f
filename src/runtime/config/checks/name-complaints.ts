import type { Fault } from '../../../document/complaint.ts'
import {
  type Assumptions,
  assumptionsWith,
  type SomeOf,
} from '../../../domain/assumptions/assumptions.ts'
import { startsLikeCard } from '../../../domain/card/card.ts'

/**
 * Assumptions whose values become members of the same object: equal names would overwrite each
 * other.
 */
const neighbours: readonly (readonly string[])[] = [
  ['rels.self', 'rels.target', 'rels.completion', 'rels.refund', 'rels.void'],
  ['rels.self', 'rels.tokens'],
  ['rels.self', 'rels.customer'],
  ['rels.self', 'rels.first', 'rels.next'],
  [
    'direct_debit_members.bsb',
    'direct_debit_members.account_number',
    'direct_debit_members.account_name',
  ],
  [
    'bank_account_members.bsb',
    'bank_account_members.account_number',
    'bank_account_members.account_name',
  ],
  ['kvps.authorisation_code', 'kvps.trace_number'],
]

/** Fixed names in the same objects, and what they mean there. */
const fixed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  direct_debit_payment_method: { creditcard: "is the card's own name" },
  bank_account_type: { general_creditcard: "is the card's own name" },
  'direct_debit.credit_mode': { debit: 'is the mode of a debit' },
  refund_transaction_type: {
    purchase: 'is the type of a purchase',
    preauthorisation: 'is the type of a preauthorisation',
    completion: 'is the type of a completion',
    void: 'is the type of a void',
    reverse: 'is the type of a void',
  },
}

/** Faults for names that clash within an answer or a request. */
export function nameFaults(given: SomeOf<Assumptions>): readonly Fault[] {
  const all = assumptionsWith(given)
  return [
    ...neighbours.flatMap((keys) => equalNeighbours(keys, all, given)),
    ...Object.entries(fixed).flatMap(([key, taken]) => takenName(key, taken, given)),
    ...virtualPanFaults(given),
  ]
}

function equalNeighbours(
  keys: readonly string[],
  all: Assumptions,
  given: SomeOf<Assumptions>,
): readonly Fault[] {
  return keys.flatMap((key, place) => {
    const value = valueAt(given, key)
    if (value === undefined) return []
    const twin = keys.find((other, i) => {
      // If both are given, complain about the later one.
      const isBefore = i < place || valueAt(given, other) === undefined
      return other !== key && isBefore && valueAt(all, other) === value
    })
    if (twin === undefined) return []
    return [fault(key, `${twin} is '${String(value)}' already, beside it`)]
  })
}

function takenName(
  key: string,
  taken: Readonly<Record<string, string>>,
  given: SomeOf<Assumptions>,
): readonly Fault[] {
  const value = String(valueAt(given, key) ?? '')
  const meaning = Object.hasOwn(taken, value) ? taken[value] : undefined
  return meaning === undefined ? [] : [fault(key, `'${value}' ${meaning}`)]
}

function virtualPanFaults({ virtual_pan }: SomeOf<Assumptions>): readonly Fault[] {
  const digit = virtual_pan?.first_digit
  if (digit === undefined || !startsLikeCard(digit)) return []
  const message = `cards start with ${digit}, so a virtual PAN would look like one; use 0, 1, 7 or 9`
  return [fault('virtual_pan.first_digit', message)]
}

function fault(key: string, message: string): Fault {
  return { path: ['assumptions', ...key.split('.')], message }
}

function valueAt(values: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((held, name) => (held as Record<string, unknown> | undefined)?.[name], values)
}

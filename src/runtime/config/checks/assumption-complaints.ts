import type { Fault } from '../../../document/complaint.ts'
import { didYouMean } from '../../../document/nearest-word.ts'
import {
  type Assumptions,
  assumptionsWith,
  defaultAssumptions,
  type SomeOf,
} from '../../../domain/assumptions/assumptions.ts'
import { startsLikeCard } from '../../../domain/card/card.ts'
import { gatewayOperations } from '../../../http/gateway/transactions.ts'
import type { ApiOperation } from '../../../http/operation.ts'
import { placeholders } from '../../../http/paths.ts'
import { vaultOperations } from '../../../http/vault/operations.ts'

type Paths = Assumptions['paths']
type PathKey = keyof Paths

/** Faults for paths that lack a required placeholder or clash with another path. */
export function pathFaults(given: Partial<Paths>): readonly Fault[] {
  const keys = Object.keys(given) as PathKey[]
  if (keys.length === 0) return []
  const paths = { ...defaultAssumptions.paths, ...given }
  const faults = keys.flatMap((key) => placeholderFaults(key, paths[key]))
  return faults.length > 0 ? faults : collisions(paths, keys)
}

function placeholderFaults(key: PathKey, path: string): readonly Fault[] {
  const wanted = placeholders(defaultAssumptions.paths[key])
  const found = placeholders(path)
  const fault = (message: string): Fault => ({ path: ['assumptions', 'paths', key], message })
  return [
    ...wanted
      .filter((name) => found.filter((one) => one === name).length !== 1)
      .map((name) => fault(`expected {${name}} in it, once`)),
    ...found
      .filter((name) => !wanted.includes(name))
      .map((name) => fault(`{${name}} is not known here${didYouMean(name, wanted)}`)),
  ]
}

/** Compares with every operation, including those whose paths are fixed. */
function collisions(paths: Paths, keys: readonly PathKey[]): readonly Fault[] {
  const assumptions = { ...defaultAssumptions, paths }
  const operations = [...gatewayOperations(assumptions), ...vaultOperations(assumptions)]
  return keys.flatMap((key) => {
    const own = operations.filter((operation) => keyOf(operation) === key)
    const other = operations.find(
      (one) => keyOf(one) !== key && own.some((operation) => collide(operation, one)),
    )
    if (other === undefined) return []
    const message = `collides with ${other.method} ${other.path} (${other.name})`
    return [{ path: ['assumptions', 'paths', key], message }]
  })
}

const keyOfOperation: Partial<Readonly<Record<ApiOperation['name'], PathKey>>> = {
  purchase: 'purchase',
  preauthorisation: 'preauthorisation',
  completion: 'completion',
  refund: 'refund',
  standalone_refund: 'standalone_refund',
  void: 'void',
  customer_lookup: 'customer',
  customer_update: 'customer',
  customer_delete: 'customer',
  token_lookup: 'token',
  token_update: 'token',
  token_delete: 'token',
}

function keyOf({ name }: ApiOperation): PathKey | undefined {
  return keyOfOperation[name]
}

// One path may serve several methods; two spellings of it would hide each other's methods.
function collide(one: ApiOperation, other: ApiOperation): boolean {
  if (one.path === other.path) return one.method === other.method
  const segments = one.path.split('/')
  const others = other.path.split('/')
  return segments.length === others.length && segments.every((text, i) => meets(text, others[i]))
}

function meets(one: string, other: string | undefined): boolean {
  return one === other || (isId(one) && isId(other ?? ''))
}

/** A placeholder, or a literal that looks like a placeholder's value. */
function isId(segment: string): boolean {
  return segment.startsWith('{') || /^\d+$/.test(segment)
}

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

import { asking, withDebit } from '../conditions/carriers.ts'
import { type ConditionName, conditions } from '../conditions/table.ts'
import { type Method, type Operation, operations } from '../operations.ts'
import type { Conditions } from '../rule.ts'
import { asList, type WhenDocument } from '../scenario-document.ts'

/**
 * The fields that a lookup or search has itself; all others come from the transaction it asks for.
 */
const ownOfAsking: readonly ConditionName[] = [
  ...([
    'operation',
    'merchant',
    'user',
    'correlation_id',
    'audit',
    'header',
    'weekday',
    'day',
    'holiday',
    'rate',
    'from',
    'until',
  ] as const),
]

/** Whether a call can have the field. A named lookup has the fields of its transaction. */
export function carries(
  call: Operation,
  field: ConditionName,
  when: WhenDocument | Conditions = {},
): boolean {
  const isDebit = field === 'method' && when.method === 'direct_debit'
  if (!(isDebit ? withDebit : conditions[field].carriers).includes(call)) return false
  return !asking.includes(call) || when.operation !== undefined || ownOfAsking.includes(field)
}

/** The calls that the conditions name. */
export function callsNamed({ operation, not }: WhenDocument | Conditions): readonly Operation[] {
  const named = operation === undefined ? operations : asList(operation)
  const excluded: readonly Operation[] = not?.operation === undefined ? [] : asList(not.operation)
  return named.filter((call) => !excluded.includes(call))
}

/** The fields that only requests with this payment method have. */
export function conditionsOnlyFor(method: Method): readonly ConditionName[] {
  return (Object.keys(conditions) as ConditionName[]).filter(
    (name) => conditions[name].method === method,
  )
}

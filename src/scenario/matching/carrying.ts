import { asking, withDebit } from '../conditions/carriers.ts'
import { type ConditionName, conditions, conditionsIn } from '../conditions/table.ts'
import { type Conditions, type Method, type Operation, operations } from '../rule.ts'
import { asList, type WhenDocument } from '../scenario-document.ts'

/** What a lookup or search has of its own; all else it has of the transaction that it asks for. */
const ownOfAsking: readonly ConditionName[] = [
  ...(['operation', 'merchant', 'user', 'correlation_id', 'audit', 'from', 'until'] as const),
]

/** Whether a call can carry the field. A lookup has what its transaction has, if it is named. */
export function carries(
  call: Operation,
  field: ConditionName,
  when: WhenDocument | Conditions = {},
): boolean {
  const isDebit = field === 'method' && when.method === 'direct_debit'
  if (!(isDebit ? withDebit : conditions[field].carriers).includes(call)) return false
  return !asking.includes(call) || when.operation !== undefined || ownOfAsking.includes(field)
}

/** The calls that are asked for. */
export function callsNamed({ operation, not }: WhenDocument | Conditions): readonly Operation[] {
  const named = operation === undefined ? operations : asList(operation)
  const excluded: readonly Operation[] = not?.operation === undefined ? [] : asList(not.operation)
  return named.filter((call) => !excluded.includes(call))
}

/** The calls that are asked for and can carry all that is asked for besides. */
export function callsCarrying(when: WhenDocument | Conditions): readonly Operation[] {
  const fields = conditionsIn(when).map(({ condition }) => condition.name)
  return callsNamed(when).filter((call) => fields.every((field) => carries(call, field, when)))
}

/** The members that only a request by this method has. */
export function fieldsOf(method: Method): readonly ConditionName[] {
  return (Object.keys(conditions) as ConditionName[]).filter(
    (name) => conditions[name].method === method,
  )
}

import { withDebit } from '../conditions/carriers.ts'
import { type ConditionName, conditions, conditionsIn } from '../conditions/table.ts'
import { type Conditions, type Method, type Operation, operations } from '../rule.ts'
import { asList, type WhenDocument } from '../scenario-document.ts'

/** Conditions, whether as their author wrote them or as matching works with them. */
type Asked = WhenDocument | Conditions

/** Whether a call can carry the field. */
export function carries(call: Operation, field: ConditionName, when: Asked = {}): boolean {
  const isDebit = field === 'method' && when.method === 'direct_debit'
  return (isDebit ? withDebit : conditions[field].carriers).includes(call)
}

/** The calls that are asked for. */
export function callsNamed({ operation }: Asked): readonly Operation[] {
  return operation === undefined ? operations : asList(operation)
}

/** The calls that are asked for and can carry all that is asked for besides. */
export function callsCarrying(when: Asked): readonly Operation[] {
  const fields = conditionsIn(when).map(({ condition }) => condition.name)
  return callsNamed(when).filter((call) => fields.every((field) => carries(call, field, when)))
}

/** The members that only a request by this method has. */
export function fieldsOf(method: Method): readonly ConditionName[] {
  return (Object.keys(conditions) as ConditionName[]).filter(
    (name) => conditions[name].method === method,
  )
}

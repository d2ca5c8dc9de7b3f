import { type Operation, operations } from '../rule.ts'
import { asList, type OneOrMore, type WhenDocument } from '../scenario-document.ts'

const paying: readonly Operation[] = ['purchase', 'preauthorisation', 'standalone_refund']

/** The calls that make a transaction. */
export const creating: readonly Operation[] = [...paying, 'completion', 'refund', 'void']

const customerCalls = operations.filter((name) => name.startsWith('customer_'))
const tokenCalls = operations.filter((name) => name.startsWith('token_'))

const withAmount: readonly Operation[] = [...paying, 'completion', 'refund']
// A list is of all tokens of a customer, whatever they hold.
const withDetails = [...creating, ...tokenCalls.filter((name) => name !== 'token_list')]
const withDebit = withDetails.filter((name) => name !== 'preauthorisation' && name !== 'completion')

/**
 * The calls in which a field can stand; a field that is not listed can stand in any. Lookups and
 * searches have a merchant and nothing else.
 */
const carriers: Readonly<Partial<Record<keyof WhenDocument, readonly Operation[]>>> = {
  method: withDetails,
  amount: withAmount,
  currency: withAmount,
  pan: withDetails,
  card_type: withDetails,
  cvv: paying,
  bsb: withDebit,
  account_number: withDebit,
  reference: creating,
  kvp: creating,
  // A new token has none before it is made.
  virtual_pan: withDetails.filter((name) => name !== 'token_create'),
  token_name: withDetails,
  customer_reference: [...creating, ...tokenCalls, ...customerCalls],
}

/** Conditions, whether as their author wrote them or as matching works with them. */
interface Asked {
  readonly operation?: OneOrMore<Operation>
  readonly method?: WhenDocument['method']
}

/** Whether a call can carry the field. */
export function carries(call: Operation, field: keyof WhenDocument, when: Asked = {}): boolean {
  const isDebit = field === 'method' && when.method === 'direct_debit'
  const carrying = isDebit ? withDebit : carriers[field]
  return carrying === undefined || carrying.includes(call)
}

/** The calls that are asked for. */
export function callsNamed({ operation }: Asked): readonly Operation[] {
  return operation === undefined ? operations : asList(operation)
}

/** The calls that are asked for and can carry all that is asked for besides. */
export function callsCarrying(when: Asked): readonly Operation[] {
  const fields = Object.keys(when) as (keyof WhenDocument)[]
  return callsNamed(when).filter((call) => fields.every((field) => carries(call, field, when)))
}

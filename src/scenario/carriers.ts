import type { WhenDocument } from './document.ts'
import { type Operation, operations } from './rule.ts'

const paying: readonly Operation[] = ['purchase', 'preauthorisation', 'standalone_refund']

/** The calls that make a transaction. */
export const creating: readonly Operation[] = [...paying, 'completion', 'refund', 'void']

const customerCalls = operations.filter((name) => name.startsWith('customer_'))
const tokenCalls = operations.filter((name) => name.startsWith('token_'))

const withAmount: readonly Operation[] = [...paying, 'completion', 'refund']
const withDetails: readonly Operation[] = [...creating, ...tokenCalls]
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
  virtual_pan: withDetails,
  token_name: withDetails,
  customer_reference: [...withDetails, ...customerCalls],
}

/** Whether one of the calls can carry the field. */
export function isCarried(
  field: keyof WhenDocument,
  when: WhenDocument,
  calls: readonly Operation[],
): boolean {
  const isDebit = field === 'method' && when.method === 'direct_debit'
  const carrying = isDebit ? withDebit : carriers[field]
  return carrying === undefined || calls.some((name) => carrying.includes(name))
}

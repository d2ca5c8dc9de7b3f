import { followingKinds, payingKinds } from '../../domain/transaction/kinds-and-statuses.ts'
import { type Operation, operations } from '../operations.ts'

/** The calls that carry their own payment details. */
export const paying: readonly Operation[] = payingKinds

/** The calls that make a transaction. */
export const creating: readonly Operation[] = [...paying, ...followingKinds]

/** The calls that ask for a transaction: a rule that names them sees that transaction. */
export const asking: readonly Operation[] = ['lookup', 'search']

const customerCalls = operations.filter((name) => name.startsWith('customer_'))
const tokenCalls = operations.filter((name) => name.startsWith('token_'))

export const withAmount: readonly Operation[] = [...paying, 'completion', 'refund', ...asking]

export const withTransaction: readonly Operation[] = [...creating, ...asking]

export const withTarget: readonly Operation[] = ['completion', 'refund', 'void', ...asking]

// A list covers all tokens of a customer, whatever their details.
export const withDetails: readonly Operation[] = [
  ...withTransaction,
  ...tokenCalls.filter((name) => name !== 'token_list'),
]

export const withDebit = withDetails.filter(
  (name) => name !== 'preauthorisation' && name !== 'completion',
)

// A new token has no virtual PAN before it is created.
export const withVirtualPan = withDetails.filter((name) => name !== 'token_create')

export const withCustomer: readonly Operation[] = [
  ...withTransaction,
  ...tokenCalls,
  ...customerCalls,
]

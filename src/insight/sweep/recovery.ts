import type { Facts } from '../../scenario/rule.ts'

/** What the watch needs to know of a request. */
export type MetFacts = Pick<
  Facts,
  | 'operation'
  | 'correlation_id'
  | 'audit'
  | 'target_audit'
  | 'reference'
  | 'amount'
  | 'customer_reference'
  | 'token_name'
>

/** The request whose answer was lost. */
export interface FaultyRequest {
  readonly facts: MetFacts
  readonly place: string
  readonly world: string
  /** The audit of the transaction that it made. */
  audit?: number
}

/** What a call has to do with the request whose answer was lost; undefined: nothing. */
export type RecoveryKind = 'search' | 'lookup' | 'list' | 'retry'

/** `isKnown`: whether the clean runs have a call with this one's own reference. */
export function recoveryKind(
  { facts: lost, audit, place, world }: FaultyRequest,
  facts: MetFacts,
  where: { readonly place: string; readonly world: string; readonly isKnown?: boolean },
): RecoveryKind | undefined {
  if (facts.operation === lost.operation) {
    const isOther = where.isKnown === true && referenceOf(facts) !== referenceOf(lost)
    return where.place === place && !isOther && isAlike(lost, facts) ? 'retry' : undefined
  }
  if (where.world !== world) return undefined
  switch (facts.operation) {
    case 'search':
      return facts.correlation_id === lost.correlation_id ? 'search' : undefined
    case 'lookup':
      return audit !== undefined && facts.audit === String(audit) ? 'lookup' : undefined
    case 'customer_search':
      return lost.operation === 'customer_create' ? 'list' : undefined
    case 'customer_lookup':
      return lost.operation === 'customer_create' && isOfCustomer(lost, facts)
        ? 'lookup'
        : undefined
    case 'token_list':
      return lost.operation === 'token_create' && isOfCustomer(lost, facts) ? 'list' : undefined
    case 'token_lookup':
      return lost.operation === 'token_create' && isOfCustomer(lost, facts) ? 'lookup' : undefined
    default:
      return undefined
  }
}

/** The payment's reference, the token's name, or the customer's reference. */
export function referenceOf({ reference, token_name, customer_reference }: MetFacts): string {
  return reference ?? token_name ?? customer_reference ?? ''
}

function isOfCustomer(lost: MetFacts, { customer_reference }: MetFacts): boolean {
  return customer_reference === lost.customer_reference
}

/** Clients may change the reference for each attempt, or the amount, but seldom both. */
function isAlike(lost: MetFacts, facts: MetFacts): boolean {
  if (lost.operation === 'customer_create') return true
  if (lost.operation === 'token_create') return isOfCustomer(lost, facts)
  if (lost.target_audit !== facts.target_audit) return false
  return lost.reference === facts.reference || lost.amount === facts.amount
}

import { transactionKinds } from '../../../domain/transaction/kinds-and-statuses.ts'
import type { DirectedFacts } from '../../../record/director.ts'
import type { RecoveryKind } from '../cells/recovery-kind.ts'

/** The request whose answer was lost. */
export interface FaultyRequest {
  readonly facts: DirectedFacts
  readonly place: string
  readonly world: string
  /** The audit of the transaction that it made. */
  audit?: number
}

/**
 * `isKnown`: whether the baseline runs have a call with this one's own reference. `isUsual`: whether
 * they make this very call, so that it is broken by itself.
 */
export function recoveryKind(
  { facts: lost, audit, place, world }: FaultyRequest,
  facts: DirectedFacts,
  where: {
    readonly place: string
    readonly world: string
    readonly isKnown?: boolean
    readonly isUsual?: boolean
  },
): RecoveryKind | undefined {
  const isOther = where.isKnown === true && referenceOf(facts) !== referenceOf(lost)
  const isOfSameOrder = where.place === place && !isOther && isAlike(lost, facts)
  if (facts.operation === lost.operation && facts.target_audit === lost.target_audit) {
    return isOfSameOrder ? 'retry' : undefined
  }
  if (where.world !== world) return undefined
  if (facts.operation === 'void' || facts.operation === 'refund') {
    const { target_audit: target } = facts
    const isOfLost = target !== undefined && [String(audit), lost.target_audit].includes(target)
    return isOfLost && where.isUsual !== true ? 'undo' : undefined
  }
  if (isTransaction(facts) && isTransaction(lost)) {
    return isOfSameOrder && where.isUsual !== true ? 'instead' : undefined
  }
  const ofCustomer = isOfCustomer(lost, facts) ? lost.operation : undefined
  const asks: Partial<
    Record<DirectedFacts['operation'], readonly [RecoveryKind, isAsked: boolean]>
  > = {
    search: ['search', facts.correlation_id === lost.correlation_id],
    lookup: ['lookup', facts.audit === String(audit)],
    customer_search: ['list', lost.operation === 'customer_create'],
    customer_lookup: ['lookup', ofCustomer === 'customer_create'],
    token_list: ['list', ofCustomer === 'token_create'],
    token_lookup: ['lookup', ofCustomer === 'token_create'],
  }
  const [kind, isAsked] = asks[facts.operation] ?? []
  return isAsked ? kind : undefined
}

function isTransaction({ operation }: DirectedFacts): boolean {
  return transactionKinds.some((kind) => kind === operation)
}

/** The payment's reference, the token's name, or the customer's reference. */
export function referenceOf({ reference, token_name, customer_reference }: DirectedFacts): string {
  return reference ?? token_name ?? customer_reference ?? ''
}

function isOfCustomer(lost: DirectedFacts, { customer_reference }: DirectedFacts): boolean {
  return customer_reference === lost.customer_reference
}

/** Clients may change the reference for each attempt, or the amount, but seldom both. */
function isAlike(lost: DirectedFacts, facts: DirectedFacts): boolean {
  if (lost.operation === 'customer_create') return true
  if (lost.operation === 'token_create') return isOfCustomer(lost, facts)
  return lost.reference === facts.reference || lost.amount === facts.amount
}

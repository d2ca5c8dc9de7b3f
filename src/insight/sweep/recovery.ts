import type { Facts } from '../../scenario/rule.ts'
import { CallNames, type KnownCall } from './call-names.ts'
import { isSwept } from './cell.ts'

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

export function recoveryKind(
  { facts: lost, audit, place, world }: FaultyRequest,
  facts: MetFacts,
  where: { readonly place: string; readonly world: string },
): RecoveryKind | undefined {
  if (facts.operation === lost.operation) {
    return where.place === place && isAlike(lost, facts) ? 'retry' : undefined
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

/** A request as a clean run met it. */
export interface MetRequest extends FaultyRequest {
  /** The payment's reference, the customer's, or the token's name. */
  readonly reference: string
}

/**
 * The calls of a recovery that the clean run does not make: a test may look at its payment, or buy the
 * same thing again, without any fault.
 */
export function stepsBeyond(
  steps: readonly string[],
  clean: readonly MetRequest[],
  { call, known }: { readonly call: string; readonly known: readonly KnownCall[] },
): readonly string[] {
  const usual = usualSteps(clean, call, known)
  return steps.filter((step) => {
    const kind = step.slice(0, step.lastIndexOf('-'))
    const all = steps.filter((one) => one.startsWith(`${kind}-`)).length
    const nth = Number(step.slice(kind.length + 1))
    return nth <= all - usual.filter((one) => one === kind).length
  })
}

/** What follows a call in a clean run and looks like its recovery. */
function usualSteps(
  clean: readonly MetRequest[],
  call: string,
  known: readonly KnownCall[],
): readonly RecoveryKind[] {
  const names = new CallNames(known)
  let attacked: MetRequest | undefined
  return clean.flatMap((met) => {
    const { operation } = met.facts
    const name = isSwept(operation) ? names.next(met.place, operation, met.reference) : ''
    if (attacked !== undefined) return recoveryKind(attacked, met.facts, met) ?? []
    if (name === call) attacked = met
    return []
  })
}

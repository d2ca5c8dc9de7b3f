import type { Transaction } from '../domain/transaction/transaction.ts'
import type { Facts, ScenarioRule } from '../scenario/rule.ts'
import type { TestRef } from './test-ref.ts'

/**
 * Directs a run from outside its worlds: it may give a rule for a request, which comes before all
 * others, and no reset takes it away.
 */
export interface Director {
  /** A well-formed request has arrived. */
  readonly direct: (test: TestRef, facts: DirectedFacts) => Direction
}

/** What a director needs to know of a request. */
export type DirectedFacts = Pick<
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

/** What a director has to say about one request. */
export interface Direction {
  readonly rule: ScenarioRule | undefined
  /** Called when the request has made something: a transaction, or something in the vault. */
  readonly made: (transaction?: DirectedTransaction) => void
}

interface DirectedTransaction extends Pick<Transaction, 'audit' | 'status'> {
  readonly method: Pick<Transaction['method'], 'kind'>
  /** Whether another rule breaks its response. */
  readonly isBroken: boolean
}

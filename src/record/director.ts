import type { Instant } from '../domain/time/instant.ts'
import type { Transaction } from '../domain/transaction/transaction.ts'
import type { Facts, ScenarioRule } from '../scenario/rule.ts'
import type { Exchange } from './exchange.ts'
import type { TestRef } from './test-ref.ts'

/**
 * Directs a run from outside its worlds: it may give a rule for a request, which comes before all
 * others, and no reset takes it away.
 */
export interface Director {
  /** A well-formed request has arrived. */
  readonly direct: (test: TestRef, facts: DirectedFacts) => Direction
  /** A call has ended. */
  readonly ended: (test: TestRef, exchange: Exchange) => void
  /** A test ends: the state that it leaves. */
  readonly testEnded: (test: TestRef, state: TestState) => void
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

/** A world at the end of a test. */
export interface TestState {
  readonly now: Instant
  readonly customers: number
  readonly tokens: number
  readonly transaction: (audit: number) => Transaction | undefined
  /** What happens to a transaction that is undecided now. */
  readonly planned: (transaction: Transaction) => Transaction['status']
}

import { type ControlCalls, call, json } from '../control-call.ts'
import type { CustomerAnswer } from './customers.ts'
import type { StoryAnswer } from './report.ts'
import type { RequestAnswer } from './requests.ts'
import type { TransactionAnswer } from './transactions.ts'

export interface SearchQuery {
  /** A reference, correlation id, audit, amount, the last four digits of a card, a customer or a label. */
  readonly q?: string | undefined
  /** Only in this world. */
  readonly world?: string | undefined
  /** The `next_cursor` of an answer: the next results of each group. */
  readonly cursor?: number | undefined
}

/** `GET /search`: newest first in each group, ended chapters and all worlds included. */
export interface FoundAnswer {
  readonly payments: readonly StoryAnswer[]
  readonly requests: readonly FoundRequest[]
  readonly transactions: readonly (TransactionAnswer & FoundIn)[]
  readonly customers: readonly (CustomerAnswer & FoundIn)[]
  /** Null if no group has more. */
  readonly next_cursor: number | null
}

interface FoundIn {
  readonly world: string
}

export interface FoundRequest extends RequestAnswer, FoundIn {
  /** The payment that keeps it, if its chapter has ended; null if the journal has it. */
  readonly story: string | null
}

export const searchCalls = {
  search: call(
    'GET /search',
    'Find payments, requests, transactions and customers by what people call them',
    { query: json<SearchQuery>(), answer: json<FoundAnswer>() },
  ),
} as const satisfies ControlCalls

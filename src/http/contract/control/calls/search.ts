import type { CustomerAnswer } from './customers.ts'
import type { StoryAnswer } from './report.ts'
import type { RequestAnswer } from './requests.ts'
import type { TransactionAnswer } from './transactions.ts'

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

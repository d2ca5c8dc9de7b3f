import type { Instant } from '../../domain/time/instant.ts'
import type { TransactionKind, TransactionStatus } from '../../domain/transaction/transaction.ts'
import type { Asked, Exchange, Made, Opening } from '../exchange.ts'

/** What the merchant meant as one payment, with everything that happened to it, in order. */
export interface Story {
  /** Counts up within its chapter. */
  readonly number: number
  readonly merchant: number | undefined
  readonly reference: string
  /** Whether the sandbox itself paid, for someone at its dashboard: shown, never judged. */
  readonly isOwn: boolean
  /** Whatever its one step is told from, until somebody asks for it. */
  readonly folded: Folded | undefined
  events: StoryEvent[]
  /** Counts up with everything that happens to it. */
  changes: number
  /** Whether it was given up to make room; what comes later begins another one. */
  isClosed: boolean
}

/**
 * A payment that is one request with a clear answer, as most are. Nobody asks for most of them: what
 * is kept is what its attempt can be made from, a third of the memory that has to be moved about.
 */
export interface Folded {
  readonly opening: Opening
  /** The key of its intent. */
  readonly key: string
  readonly order: number
  /** Undefined: the call was let go, to make room. */
  exchange: Exchange | undefined
}

export type StoryEvent = Attempt | Look | Move

/**
 * The same thing asked for, once or more often: another attempt belongs here only while no answer to
 * an earlier one was clear.
 */
export interface Intent {
  readonly key: string
  readonly attempts: Attempt[]
  /** Begun while an attempt of this one had no answer yet: perhaps retries of it. */
  beside: Intent[] | undefined
}

/**
 * What the client could tell from the answer. `open`: there is none yet; `unclear`: 5XX, none, or one
 * that cannot be read; `undecided`: the gateway itself does not know, or says what nobody has heard of.
 */
export type Clarity = 'open' | 'clear' | 'unclear' | 'undecided' | 'refused'

/** One transaction request. */
export interface Attempt {
  readonly kind: 'attempt'
  /** Its place among all that happened in the chapter. */
  readonly order: number
  readonly operation: TransactionKind
  readonly at: Instant
  readonly realAt: Instant
  readonly merchant: number | undefined
  readonly asked: Asked
  readonly correlationId: string | undefined
  readonly correlationKey: string | undefined
  readonly card: string | undefined
  made: Made | undefined
  story: Story
  intent: Intent
  clarity: Clarity
  /** Undefined while it has no answer. */
  exchange: Exchange | undefined
  /** Real time at which the client lost its answer. */
  lostAt: Instant | undefined
  /** The transaction's status now. */
  status: TransactionStatus | undefined
  /** When a pending or undecided transaction got its final status. */
  resolvedOrder: number | undefined
  /** When the client last asked about it and got an answer. */
  lookedOrder: number | undefined
  /** Its place among steps in a row that say the same. */
  inRow: number
  /** What the client was told then. */
  known: TransactionStatus | 'nothing' | undefined
  /** Another payment soon after its answer was lost, which may be its retry. */
  likelyRetry: Attempt | undefined
}

/** One lookup or search. */
export interface Look {
  readonly kind: 'look'
  readonly order: number
  readonly at: Instant
  readonly exchange: Exchange
  /** What it told; undefined: it had no usable answer itself. */
  readonly told: TransactionStatus | 'nothing' | undefined
  /** Whether nothing was found because the gateway had forgotten the correlation id. */
  readonly isForgotten: boolean
  /** Its place among steps in a row that say the same. */
  inRow: number
}

/** A transaction that moved without a request of its own. */
export interface Moved {
  readonly at: Instant
  readonly audit: number
  readonly to: TransactionStatus
  /** The wait was over for which a rule had held its answer back. */
  readonly isAnswer: boolean
  /** A hold ran out, which leaves its status as it was. */
  readonly isExpiry: boolean
}

export interface Move extends Moved {
  readonly kind: 'move'
  /** A direct debit that its bank sent back. */
  readonly isReturn: boolean
  readonly order: number
}

export function attemptsOf(story: Story): readonly Attempt[] {
  return story.events.filter((event) => event.kind === 'attempt')
}

/** Each thing that was asked for, in order. */
export function intentsOf(story: Story): readonly Intent[] {
  return [...new Set(attemptsOf(story).map(({ intent }) => intent))]
}

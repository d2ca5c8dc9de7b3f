import type { Instant } from '../../domain/time/instant.ts'
import type { TransactionKind, TransactionStatus } from '../../domain/transaction/transaction.ts'
import type { Exchange, Made, Moved, Opening, RequestedPayment } from '../exchange.ts'

/** What the merchant meant as one payment, with everything that happened to it, in order. */
export interface Story {
  /** Counts up within its chapter. */
  readonly number: number
  readonly merchant: number | undefined
  readonly reference: string
  /** Whether the dashboard sent it: shown, never judged. */
  readonly isOwn: boolean
  events: StoryEvent[]
  /** Counts up with everything that happens to it. */
  changes: number
  /** A closed story does not change; what comes later begins another one. */
  isClosed: boolean
}

export type StoryEvent = Attempt | Look | StoryMove

/**
 * The same thing asked for, once or more often: another attempt belongs here only while no answer to
 * an earlier one was clear.
 */
export interface Intent {
  readonly key: string
  readonly attempts: Attempt[]
  /** Begun while an attempt of this one had no answer yet: perhaps retries of it. */
  beside: readonly Intent[]
}

/**
 * What the client could tell from the answer. `open`: there is none yet; `unclear`: 5XX, none, or one
 * that cannot be read; `undecided`: the gateway itself does not know, or says what nobody has heard of.
 */
export type Clarity = 'open' | 'clear' | 'unclear' | 'undecided' | 'refused'

/** One transaction request. */
export interface Attempt {
  readonly kind: 'attempt'
  /** Its number among everything that happened in the chapter. */
  readonly order: number
  readonly operation: TransactionKind
  readonly at: Instant
  readonly realAt: Instant
  readonly merchant: number | undefined
  readonly requested: RequestedPayment
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
  /** What it showed; undefined: it had no usable answer itself. */
  readonly found: TransactionStatus | 'nothing' | undefined
  /** Whether nothing was found because the correlation id had expired. */
  readonly isForgotten: boolean
  /** Its place among steps in a row that say the same. */
  inRow: number
}

/** A transaction that moved without a request of its own. */
export interface StoryMove extends Moved {
  readonly kind: 'move'
  /** A direct debit that its bank sent back. */
  readonly isReturn: boolean
  readonly order: number
}

export function newStory(number: number, { merchant, requested, isOwn }: Opening): Story {
  const { reference } = requested
  return { number, merchant, reference, isOwn, events: [], changes: 0, isClosed: false }
}

const none: readonly Intent[] = []

export function newIntent(key: string): Intent {
  return { key, attempts: [], beside: none }
}

/** A request of which no answer is known yet. */
export function newAttempt(opening: Opening, order: number, story: Story, intent: Intent): Attempt {
  const { made } = opening
  return {
    kind: 'attempt',
    order,
    operation: opening.operation,
    at: opening.at,
    realAt: opening.realAt,
    merchant: opening.merchant,
    requested: opening.requested,
    correlationId: opening.correlationId,
    correlationKey: opening.correlationKey,
    card: opening.card,
    made,
    story,
    intent,
    clarity: 'open',
    exchange: undefined,
    lostAt: undefined,
    status: made?.status,
    resolvedOrder: undefined,
    lookedOrder: undefined,
    inRow: 1,
    known: undefined,
    likelyRetry: undefined,
  }
}

/** Remembers a result for each story until something more happens to it. */
export function untilChanged<Result>(work: (story: Story) => Result): (story: Story) => Result {
  const known = new WeakMap<Story, { readonly changes: number; readonly result: Result }>()
  return (story) => {
    const { changes } = story
    const found = known.get(story)
    if (found?.changes === changes) return found.result
    const result = work(story)
    known.set(story, { changes, result })
    return result
  }
}

export function attemptsOf(story: Story): readonly Attempt[] {
  return story.events.filter((event) => event.kind === 'attempt')
}

/** Each thing that was asked for, in order. */
export function intentsOf(story: Story): readonly Intent[] {
  return [...new Set(attemptsOf(story).map(({ intent }) => intent))]
}

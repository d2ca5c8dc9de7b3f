import type { ClockState } from '../../domain/time/clock.ts'
import type { Instant } from '../../domain/time/instant.ts'
import type { TransactionStatus } from '../../domain/transaction/kinds-and-statuses.ts'
import type { Exchange } from '../../record/exchange.ts'

/** Something that happened in a world, as reported to its watchers. */
export type WorldEvent =
  | { readonly type: 'request'; readonly entry: Exchange }
  /** A call from before a reset, with its response after it: the world no longer lists it. */
  | { readonly type: 'late_request'; readonly entry: Exchange }
  | {
      readonly type: 'transaction'
      readonly audit: number
      readonly status: TransactionStatus
      /** The bank's code and its words: `3 Account closed`. */
      readonly bank?: string | undefined
      /**
       * When the transaction reached this status. For a due event, its due instant, which may be
       * ahead of the clock.
       */
      readonly at: Instant
      /** True if the transaction was created, false if it moved. */
      readonly isNew: boolean
      /** True if the slow response that its client waited for caused this. */
      readonly isResponse: boolean
    }
  | {
      readonly type: 'clock'
      readonly now: Instant
      readonly mode: ClockState['mode']
      readonly fired: readonly FiredEvent[]
    }
  | {
      readonly type: 'scenario'
      readonly scenarios: readonly string[]
      /** Set if the whole state was replaced. */
      readonly state?: NewState
      /** Set if only temporary rules changed: the names of those added or removed. */
      readonly temporaryRules?: {
        readonly change: 'added' | 'removed'
        readonly names: readonly string[]
      }
    }

export type NewState = 'reset' | 'imported' | 'restored'

/** A scheduled event that has happened. */
export interface FiredEvent {
  readonly at: Instant
  readonly event: ScheduledEvent
  readonly audit: number
  /** Of the transaction. */
  readonly reference: string
  readonly total: number
  readonly currency: string
  readonly from?: TransactionStatus
  readonly to?: TransactionStatus
}

/**
 * `resolved`: the response for a pending card or an undecided transaction came; `cleared` and
 * `returned` are direct debits.
 */
export const scheduledEvents = [
  'cleared',
  'returned',
  'resolved',
  'preauthorisation_expired',
] as const

export type ScheduledEvent = (typeof scheduledEvents)[number]

interface Listener {
  readonly hear: (event: WorldEvent) => void
  readonly end: (() => void) | undefined
}

/** Calls listeners synchronously, in the order in which they subscribed. */
export class Events {
  readonly #listeners = new Set<Listener>()
  #beats = 0

  /** Changes with every event, including those that listeners do not get. */
  get pulse(): string {
    return String(this.#beats)
  }

  /** Counts a change that listeners get no event for. */
  beat(): void {
    this.#beats += 1
  }
  /** True during a rehearsal. */
  isSilent = false

  get isWatched(): boolean {
    return this.#listeners.size > 0
  }

  /** Returns the unsubscribe function; `end` is called if the world closes first. */
  listen(hear: Listener['hear'], end?: Listener['end']): () => void {
    const listener = { hear, end }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  emit(event: WorldEvent): void {
    if (this.isSilent) return
    this.#beats += 1
    for (const { hear } of this.#listeners) hear(event)
  }

  /** Ends the subscriptions that have an end; others still get calls that were under way. */
  close(): void {
    for (const listener of this.#listeners) {
      listener.end?.()
      if (listener.end !== undefined) this.#listeners.delete(listener)
    }
  }
}

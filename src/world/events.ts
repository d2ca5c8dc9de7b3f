import type { ClockState } from '../domain/time/clock.ts'
import type { Instant } from '../domain/time/instant.ts'
import type { TransactionStatus } from '../domain/transaction/transaction.ts'
import type { Exchange } from '../insight/exchange.ts'

/** Something that happened in a world, for whoever is watching. */
export type WorldEvent =
  | { readonly type: 'request'; readonly entry: Exchange }
  | {
      readonly type: 'transaction'
      readonly audit: number
      readonly status: TransactionStatus
      /** When it got there: of what fell due, that instant, which the clock may have yet to show. */
      readonly at: Instant
      /** Whether it has only just been made, rather than moved. */
      readonly isNew: boolean
      /** Whether the answer brought it there for which its client had to wait. */
      readonly isAnswer: boolean
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
      /** What has put another state in the place of all that there was. */
      readonly state?: NewState
      /** Where only one-shot rules have changed: the names of those that came or went. */
      readonly oneShots?: {
        readonly change: 'added' | 'removed'
        readonly names: readonly string[]
      }
    }

/** By a reset, an import or a snapshot. */
export type NewState = 'reset' | 'imported' | 'restored'

/** What changes no status, so that no watcher is told of it by itself. */
export interface Expiry {
  readonly type: 'expiry'
  readonly audit: number
  readonly at: Instant
}

/** Something that was scheduled and has happened. */
export interface FiredEvent {
  readonly at: Instant
  readonly event: ScheduledEvent
  readonly audit?: number
  readonly from?: TransactionStatus
  readonly to?: TransactionStatus
}

/** `resolved`: a card's or an undecided transaction's answer came; the others are direct debits. */
export type ScheduledEvent = 'cleared' | 'returned' | 'resolved' | 'preauthorisation_expired'

interface Listener {
  readonly hear: (event: WorldEvent) => void
  readonly end: () => void
}

/** Tells listeners at once, in the order in which they came. */
export class Events {
  readonly #listeners = new Set<Listener>()
  #beats = 0

  /** Changes whenever anything happens, told or not. */
  get pulse(): string {
    return String(this.#beats)
  }

  /** Something happened that is not worth telling each listener of. */
  beat(): void {
    this.#beats += 1
  }
  #follower: ((event: WorldEvent | Expiry) => void) | undefined
  /** While something is only tried out. */
  isSilent = false

  get isWatched(): boolean {
    return this.#listeners.size > 0
  }

  /** Returns what ends the subscription; `end` is called where the world ends first. */
  listen(hear: Listener['hear'], end: Listener['end'] = () => undefined): () => void {
    const listener = { hear, end }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Hears everything without being a watcher: nothing is made ready sooner for it. */
  follow(hear: (event: WorldEvent | Expiry) => void): void {
    this.#follower = hear
  }

  tell(event: WorldEvent): void {
    if (this.isSilent) return
    this.#beats += 1
    this.#follower?.(event)
    for (const { hear } of this.#listeners) hear(event)
  }

  /** For the follower only. */
  note(event: Expiry): void {
    if (this.isSilent) return
    this.#beats += 1
    this.#follower?.(event)
  }

  /** There is nothing more to come. */
  close(): void {
    for (const { end } of this.#listeners) end()
    this.#listeners.clear()
  }
}

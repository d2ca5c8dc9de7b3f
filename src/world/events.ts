import type { Instant } from '../domain/instant.ts'

/** Something that happened in a world, for whoever is watching. */
export type WorldEvent =
  | { readonly type: 'request'; readonly entry: unknown }
  | { readonly type: 'transaction'; readonly audit: number; readonly status: string }
  | {
      readonly type: 'clock'
      readonly now: Instant
      readonly mode: string
      readonly fired: readonly FiredEvent[]
    }
  | { readonly type: 'scenario'; readonly scenarios: readonly string[] }

/** Something that was scheduled and has happened. */
export interface FiredEvent {
  readonly at: Instant
  readonly event: string
  readonly audit?: number
  readonly from?: string
  readonly to?: string
}

type Listener = (event: WorldEvent) => void

/** Tells listeners at once, in the order in which they came. */
export class Events {
  readonly #listeners = new Set<Listener>()

  get isWatched(): boolean {
    return this.#listeners.size > 0
  }

  /** Returns what ends the subscription. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  tell(event: WorldEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}

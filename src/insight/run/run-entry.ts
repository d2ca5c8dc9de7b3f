import type { Instant } from '../../domain/time/instant.ts'
import type { Reconciliation } from '../books/books-document.ts'
import type { Exchange, Moved } from '../exchange.ts'

/** What happened in a run, in order. Each entry is a line of a run file. */
export type RunEntry =
  | TestEntry
  | BeginEntry
  | EndEntry
  /** The report was cleared, of one world or of all. */
  | { readonly record: 'cleared'; readonly world: string | null }

/** What happened in a test. */
export type TestEntry =
  | { readonly record: 'exchange'; readonly world: string; readonly exchange: Exchange }
  /** A call was processed, and its answer is delayed: the call as if no answer came. */
  | { readonly record: 'begun'; readonly world: string; readonly exchange: Exchange }
  | LeftEntry
  | { readonly record: 'moved'; readonly world: string; readonly moved: Moved }
  /** The shop's books were compared with its payments. */
  | { readonly record: 'books'; readonly world: string; readonly result: Reconciliation }

/** The client of a call whose answer is delayed disconnected; `arrived` says which call. */
export interface LeftEntry {
  readonly record: 'left'
  readonly world: string
  readonly arrived: number
  readonly at: Instant
}

/** A test begins, which ends the one before. */
export interface BeginEntry {
  readonly record: 'test'
  readonly world: string
  readonly name: string | null
  /** One-shot rules that no request of the previous test matched. */
  readonly unmatched: readonly string[]
  /** Whether a reset emptied the list of requests. */
  readonly isReset: boolean
  /** Whether the world had payments already. */
  readonly isStored: boolean
}

/** A world was removed, or the sandbox stopped. */
export interface EndEntry {
  readonly record: 'ended'
  readonly world: string
  readonly unmatched: readonly string[]
}

import type { Requirement } from '../coverage/coverage-case.ts'
import type { Exchange } from '../exchange.ts'
import type { KeptRecord } from './run.ts'

/** The version of the format; files of another one cannot be opened. */
export const SAVED_FORMAT = 1

/**
 * A line of a saved run, which tells what happened so far. A recorded run also has what was sent, so that it can be
 * played again.
 */
export type SavedLine =
  | SavedHeader
  /** An open world with its exported state; its calls follow. */
  | { readonly record: 'world'; readonly name: string; readonly state: object }
  | { readonly record: 'exchange'; readonly world: string; readonly exchange: Exchange }
  | KeptRecord
  /** Its last line. */
  | { readonly record: 'end' }

export interface SavedHeader {
  readonly record: 'saved'
  readonly format: number
  readonly version: string
  readonly saved_at: string
  readonly judged: boolean
  readonly possible: readonly Requirement[]
}

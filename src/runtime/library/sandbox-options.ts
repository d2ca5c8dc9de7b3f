import type { TransactionStatus } from '../../domain/transaction/transaction.ts'
import type { StoryAnswer } from '../../http/contract/control/calls/report.ts'
import type { Operation } from '../../scenario/rule.ts'

/** What the methods of a sandbox take, in the library's own spelling. */
export interface SettleOptions {
  readonly audits?: readonly number[]
  readonly status?: 'approved' | 'declined'
  /** A return code, 1 to 9. */
  readonly responseCode?: string
}

export interface ResolveOptions {
  readonly audits: readonly number[]
  readonly status: 'approved' | 'declined' | 'error'
  /** The bank's code. */
  readonly responseCode?: string
}

export interface ReturnOptions {
  readonly audits: readonly number[]
  /** A return code, 1 to 9. */
  readonly responseCode?: string
}

export interface ExpireOptions {
  readonly ids?: readonly string[]
}

export interface RequestFilter {
  /** An id: those after it. An instant: those from then on. */
  readonly since?: number | string
  readonly operation?: Operation
  /** The HTTP status of the answer. */
  readonly status?: number
  readonly correlationId?: string
  /** A rule that shaped the answer: `<scenario>/<rule>`, or its name alone. */
  readonly rule?: string
  readonly reference?: string
  /** The transaction that it made, asked for or was to act on. */
  readonly audit?: number
  readonly merchant?: number
}

export interface RequestOptions extends RequestFilter {
  readonly limit?: number
}

export interface WaitOptions {
  /** 1 unless given. */
  readonly count?: number
  /** A duration of real time, `5s` unless given, at most `4m`. */
  readonly timeout?: string
}

export interface ListOptions {
  readonly limit?: number
  readonly offset?: number
}

export interface TransactionOptions extends ListOptions {
  readonly status?: TransactionStatus
}

export interface SeedOptions {
  readonly customers?: number
  readonly tokens?: number
  readonly transactions?: number
  readonly seed?: number
}

/** Of a world's own face, that world is meant; of the sandbox's, all of them. */
export interface PartOptions {
  /** Only what happened since the last reset. */
  readonly sinceReset?: boolean
}

export interface StoryOptions extends PartOptions {
  readonly verdict?: StoryAnswer['verdict']
  readonly limit?: number
}

export interface ResetOptions {
  /** What comes next, for the report: usually a test's name. */
  readonly label?: string
}

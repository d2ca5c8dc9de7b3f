import type { RedactedMembers } from '../redaction/redacted.ts'
import type { Duration } from '../time/duration.ts'
import type { GatewayFailure } from './gateway-status.ts'

/** When a later move comes: counted from the creation, or from the banking day of lodging. */
export type After =
  | Duration
  | { readonly kind: 'clearance' }
  | { readonly kind: 'return' }
  | { readonly kind: 'after-lodging'; readonly days: number }

export interface Resolve {
  readonly after: After
  readonly status: 'approved' | 'declined' | 'error'
  readonly responseCode?: string
}

/** What a tester wants to come of a transaction. What it leaves open takes its natural course. */
export interface Verdict {
  readonly status?: 'approved' | 'declined' | 'pending' | 'error' | 'unknown'
  readonly responseCode?: string
  readonly responseMessage?: string
  /** A number means just that; a name means the failure, whatever its number. */
  readonly gatewayStatusCode?: number | GatewayFailure
  readonly kvps?: RedactedMembers
  /** Replaces the natural course; an empty list means that nothing ever follows. */
  readonly resolves?: readonly Resolve[]
  readonly expires?: 'at-once'
  readonly drift?: boolean
}

export const noVerdict: Verdict = {}

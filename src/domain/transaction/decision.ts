import type { RedactedMembers } from '../../base/redaction/redacted.ts'
import type { Assumptions } from '../assumptions/assumptions.ts'
import type { Duration } from '../time/duration.ts'
import type { DecidedStatus, TransactionStatus } from './kinds-and-statuses.ts'

/** Ways in which the gateway itself fails; the assumptions give each its number. */
export type GatewayFailure = keyof Assumptions['gateway_status_codes']

/** When a later move happens: counted from creation, or from the banking day of lodgement. */
export type After =
  | Duration
  | { readonly kind: 'clearance' }
  | { readonly kind: 'return' }
  | { readonly kind: 'after-lodging'; readonly days: number }

export interface Resolve {
  readonly after: After
  readonly status: DecidedStatus
  readonly responseCode?: string
}

/** Only a void makes a transaction voided. */
export type DecisionStatus = Exclude<TransactionStatus, 'voided'>

/** The outcome that a tester asks for. Anything left open takes its natural course. */
export interface Decision {
  readonly status?: DecisionStatus
  readonly responseCode?: string
  readonly responseMessage?: string
  /**
   * A number is used as it is; a name means that failure, with the number that the assumptions give
   * it.
   */
  readonly gatewayStatusCode?: number | GatewayFailure
  readonly kvps?: RedactedMembers
  /** Replaces the natural course; an empty list means that nothing follows. */
  readonly resolves?: readonly Resolve[]
  readonly expires?: 'at-once'
  readonly drift?: boolean
}

export const noDecision: Decision = {}

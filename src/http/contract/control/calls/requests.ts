import type { TransactionStatus } from '../../../../domain/transaction/transaction.ts'
import type { FaultDocument } from '../../../../scenario/faults/wire-fault.ts'
import type { Operation } from '../../../../scenario/rule.ts'
import type { IsoInstant } from '../control-call.ts'
import type { ClockChangedAnswer } from './clock.ts'

/** `POST /requests/wait`: newest last. */
export interface RequestsAnswer {
  readonly requests: readonly RequestAnswer[]
}

/** `GET /requests`: newest last. Requests without an answer are listed separately, as they have no id yet. */
export interface RequestListAnswer extends RequestsAnswer {
  /** Omitted if there are none. */
  readonly waiting?: readonly WaitingAnswer[]
  /** The cursor of older requests; omitted if there are none, or if `since` is read forward. */
  readonly next_cursor?: number
}

/** `GET /requests/{id}` */
export interface RequestDetailAnswer extends RequestAnswer {
  /** The payment that it belongs to. */
  readonly story: string | null
}

/** A call whose answer a rule delays. */
export interface WaitingAnswer {
  readonly operation: string | null
  readonly method: string
  readonly path: string
  readonly correlation_id: string | null
  /** Milliseconds of real time so far. */
  readonly waited: number
  /** Whether its client has disconnected. */
  readonly left: boolean
}

/** One call of the gateway or the vault, redacted. */
export interface RequestAnswer {
  readonly id: number
  /** Sandbox time. */
  readonly at: IsoInstant
  readonly real_at: IsoInstant
  /** Null if the path is not an operation. */
  readonly operation: Operation | null
  readonly merchant: number | null
  readonly request: {
    readonly method: string
    readonly path: string
    readonly query: Readonly<Record<string, string>>
    readonly correlation_id: string | null
    readonly origin: string | null
    readonly body: unknown
    readonly unknown_members: readonly string[]
    /** As sent, without the correlation id; the values of credentials are hidden. */
    readonly headers: Readonly<Record<string, string>>
  }
  readonly answer: {
    /** Null if the client did not get a whole response. */
    readonly status: number | null
    /** Parsed if it is JSON, else text; null if there was none. */
    readonly body: unknown
    readonly headers: Readonly<Record<string, string>>
    /** The gateway's own answer, if the client got another or none. */
    readonly undelivered?: { readonly status: number; readonly body: unknown }
  }
  /** The first of `rules`. */
  readonly rule: string | null
  /** The rules that applied, highest priority first. */
  readonly rules: readonly string[]
  readonly fault: FaultDocument | null
  readonly audit: number | null
  readonly outcome: string | null
  /** Set if the dashboard sent it; such calls do not count in the report. */
  readonly sender?: 'dashboard'
  /** Why the sandbox itself failed, if it did; such calls are not judged. */
  readonly sandbox_failure?: string
  /** Milliseconds of real time. */
  readonly duration: number
}

/** The data of each server-sent event of `GET /events`, by the event's name. */
export interface EventData {
  readonly request: RequestAnswer
  readonly transaction: { readonly audit: number; readonly status: TransactionStatus }
  readonly clock: ClockChangedAnswer
  readonly scenario: { readonly scenarios: readonly string[] }
}

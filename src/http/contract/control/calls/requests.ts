import type { TransactionStatus } from '../../../../domain/transaction/transaction.ts'
import type { FaultDocument } from '../../../../scenario/faults/wire-fault.ts'
import type { Operation } from '../../../../scenario/rule.ts'
import { type ControlCalls, call, events, type IsoInstant, json } from '../control-call.ts'
import type { ClockChangedAnswer } from './clock.ts'

/** Filters the requests; all given members must match. */
interface RequestsFilter {
  /** An id (requests after it) or an instant (requests from then on). */
  readonly since?: number | string
  /** Requests up to this instant. */
  readonly until?: string
  readonly operation?: Operation
  /** The HTTP status of the response. */
  readonly status?: number
  /** `lost`: the client got no whole response; `answered`: it did. */
  readonly answer?: 'lost' | 'answered'
  readonly correlation_id?: string
  /** A rule that shaped the answer: `<scenario>/<rule>`, or its name alone. */
  readonly rule?: string
  readonly reference?: string
  /** Cents, as submitted. */
  readonly amount?: number
  /** The last four digits of the card or account. */
  readonly card?: string
  /** The transaction that it created, looked up or was to act on. */
  readonly audit?: number
  readonly merchant?: number
}

export interface RequestsQuery extends RequestsFilter {
  readonly limit?: number | undefined
  /** The `next_cursor` of an answer: the requests before those. */
  readonly cursor?: number | undefined
}

export interface WaitBody {
  readonly filter?: RequestsFilter
  /** Default: 1. */
  readonly count?: number
  /** A duration of real time. Default: 5s. */
  readonly timeout?: string
}

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
  /** The rules that shaped the answer, highest priority first. */
  readonly rules: readonly string[]
  readonly fault: FaultDocument | null
  readonly audit: number | null
  readonly outcome: string | null
  /** Set if the dashboard sent it; such calls do not count in the report. */
  readonly sender?: 'dashboard'
  /** Milliseconds of real time. */
  readonly duration: number
}

/** `DELETE /requests` */
export interface RequestsRemovedAnswer {
  readonly removed: number
}

/** The data of each server-sent event of `GET /events`, by the event's name. */
export interface EventData {
  readonly request: RequestAnswer
  readonly transaction: { readonly audit: number; readonly status: TransactionStatus }
  readonly clock: ClockChangedAnswer
  readonly scenario: { readonly scenarios: readonly string[] }
}

export const requestCalls = {
  requests: call('GET /requests', 'List the calls of the gateway and the vault, newest last', {
    query: json<RequestsQuery>(),
    answer: json<RequestListAnswer>(),
  }),
  waitForRequests: call(
    'POST /requests/wait',
    'Wait until enough requests match a filter; earlier ones count',
    { body: json<WaitBody>(), answer: json<RequestsAnswer>(), isReading: true, isLong: true },
  ),
  request: call('GET /requests/{id}', 'Show one call, and the payment that it belongs to', {
    answer: json<RequestDetailAnswer>(),
  }),
  removeRequests: call('DELETE /requests', 'Empty the journal', {
    answer: json<RequestsRemovedAnswer>(),
  }),
  events: call(
    'GET /events',
    'Stream requests, transactions, clock moves and scenario changes as they happen',
    { answer: events },
  ),
} as const satisfies ControlCalls

import type { TransactionStatus } from '../../../../domain/transaction/transaction.ts'
import { type ControlCalls, events } from '../control-call.ts'
import type { ClockChangedAnswer } from './clock.ts'
import type { RequestAnswer } from './requests.ts'

/** The data of each server-sent event of `GET /events`, by the event's name. */
export interface EventData {
  readonly request: RequestAnswer
  readonly transaction: { readonly audit: number; readonly status: TransactionStatus }
  readonly clock: ClockChangedAnswer
  readonly scenario: { readonly scenarios: readonly string[] }
}

export const eventCalls = {
  events: {
    method: 'GET',
    path: '/events',
    does: 'Stream requests, transactions, clock moves and scenario changes as they happen',
    answer: events,
  },
} as const satisfies ControlCalls

import type { TransactionStatus } from '../../../../domain/transaction/transaction.ts'
import type { ScheduledEvent } from '../../../../world/events.ts'
import { type ControlCalls, call, type IsoInstant, json } from '../control-call.ts'

/** At least one of them is required. */
export interface ClockBody {
  readonly mode?: 'running' | 'frozen'
  /** An instant, or a date: its start in Sydney; forward only. */
  readonly now?: string
}

/** Exactly one of them is required. */
export interface AdvanceBody {
  /** A duration: `3d`, `2 banking days`, `P3D`. */
  readonly by?: string
  /**
   * An instant or a date; `next`: the next scheduled event, if there is one; or `next banking day`:
   * its start.
   */
  readonly to?: string
}

/** `GET /clock`; also part of the answers to a reset, an import and a restored snapshot. */
export interface ClockAnswer {
  readonly now: IsoInstant
  readonly mode: 'running' | 'frozen'
}

/** `PUT /clock` */
export interface ClockChangedAnswer extends ClockAnswer {
  readonly fired: readonly Fired[]
}

/** `POST /clock/advance` */
export interface AdvanceAnswer {
  readonly now: IsoInstant
  readonly fired: readonly Fired[]
}

/** A scheduled event that has happened. */
export interface Fired extends Scheduled {
  readonly from?: TransactionStatus
  readonly to?: TransactionStatus
}

/** `GET /clock/next` */
export interface NextAnswer {
  readonly scheduled: readonly Scheduled[]
}

export interface Scheduled {
  readonly at: IsoInstant
  readonly event: ScheduledEvent
  readonly audit?: number
}

/** How many events to list; all unless given. */
export interface NextQuery {
  readonly limit?: number | undefined
}

export const clockCalls = {
  clock: call('GET /clock', 'Show the time and whether it runs', { answer: json<ClockAnswer>() }),
  changeClock: call('PUT /clock', 'Freeze or resume the clock, or set it forward', {
    body: json<ClockBody>(),
    answer: json<ClockChangedAnswer>(),
    isLong: true,
  }),
  advance: call(
    'POST /clock/advance',
    'Move the clock forward by a duration or to an instant, with everything that falls due',
    { body: json<AdvanceBody>(), answer: json<AdvanceAnswer>(), isLong: true },
  ),
  next: call('GET /clock/next', 'List the scheduled events, in time order', {
    query: json<NextQuery>(),
    answer: json<NextAnswer>(),
  }),
} as const satisfies ControlCalls

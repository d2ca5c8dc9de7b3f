import type { TransactionStatus } from '../../../../domain/transaction/transaction.ts'
import type { ScheduledEvent } from '../../../../world/events.ts'
import type { IsoInstant } from '../control-call.ts'

/** `GET /clock`; also part of the answers to a reset, an import and a restored snapshot. */
export interface ClockAnswer {
  readonly now: IsoInstant
  readonly mode: 'running' | 'frozen'
}

/** `PUT /clock` */
export interface ClockChangedAnswer extends ClockAnswer {
  readonly fired: readonly Fired[]
  /** Set in a year whose holidays are not known. */
  readonly note?: string
}

/** `POST /clock/advance` */
export interface AdvanceAnswer {
  readonly now: IsoInstant
  readonly fired: readonly Fired[]
  /** Set in a year whose holidays are not known. */
  readonly note?: string
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

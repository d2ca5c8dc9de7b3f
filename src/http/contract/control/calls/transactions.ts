import type {
  MoveCause,
  TransactionKind,
  TransactionStatus,
} from '../../../../domain/transaction/transaction.ts'
import type { ScheduledEvent } from '../../../../world/events.ts'
import type { IsoInstant } from '../control-call.ts'

/** `GET /transactions`: newest first. */
export interface TransactionsAnswer {
  readonly transactions: readonly TransactionAnswer[]
  /** The offset of the next page; null on the last one. */
  readonly next_offset: number | null
  /** The cursor of older transactions; null if there are none. */
  readonly next_cursor: number | null
}

export interface TransactionAnswer {
  readonly audit: number
  readonly merchant: number
  readonly operation: TransactionKind
  readonly status: TransactionStatus
  readonly gateway_status_code: number
  readonly response_code: string
  readonly response_message: string
  readonly reference: string
  /** Cents, as submitted. */
  readonly amount: number
  /** Cents, including the surcharge. */
  readonly total: number
  readonly currency: string
  readonly method: 'card' | 'direct_debit'
  /** The masked card number, or the BSB and the masked account number. */
  readonly account: string
  readonly card_type: string | null
  readonly token: { readonly id: number; readonly virtual_pan: string } | null
  readonly correlation_id: string | null
  readonly target_audit: number | null
  readonly created_at: IsoInstant
  readonly settlement_date: string
  /** Cents of its live refunds. */
  readonly refunded: number
  /** Cents of its live completions. */
  readonly completed: number
  /** When an uncompleted hold expired; its status does not change. */
  readonly expired_at: IsoInstant | null
  readonly moves: readonly MoveAnswer[]
  /** The payment that it belongs to; null if it is not judged, or no longer kept. */
  readonly story: string | null
}

export interface MoveAnswer {
  readonly at: IsoInstant
  readonly from: TransactionStatus | null
  readonly to: TransactionStatus
  readonly cause: MoveCause
}

/** `GET /transactions/{audit}` */
export interface TransactionDetailAnswer extends TransactionAnswer {
  /** The customer whose token paid. */
  readonly customer: number | null
  readonly trace_number: string
  readonly authorisation_code: string | null
  readonly preauthorisation_code: string | null
  readonly surcharge: { readonly percent: string; readonly added: number } | null
  readonly request_kvps: Readonly<Record<string, string>>
  /** The id of the request that made it; null if that is no longer recorded. */
  readonly request: number | null
  /** The rules that shaped that request. */
  readonly rules: readonly string[]
  /** The cut-off of its settlement day. */
  readonly cutoff_at: IsoInstant
  /** The first instant at which it can no longer be voided; null if it cannot be voided now. */
  readonly voidable_until: IsoInstant | null
  readonly expires_at: IsoInstant | null
  /** Scheduled events, earliest first. */
  readonly due: readonly {
    readonly at: IsoInstant
    readonly event: ScheduledEvent
    readonly to: TransactionStatus | null
  }[]
  /** The completions, refunds and voids that act on it, oldest first. */
  readonly acting: readonly {
    readonly audit: number
    readonly operation: TransactionKind
    readonly status: TransactionStatus
    readonly amount: number
    readonly created_at: IsoInstant
  }[]
}

/** A transaction that was moved by hand. */
export interface MovedAnswer {
  readonly audit: number
  readonly status: TransactionStatus
}

/** A transaction that could not be moved by hand. */
export interface NotMovedAnswer {
  readonly audit: number
  readonly reason: string
}

/** `POST /settle` */
export interface SettleAnswer {
  readonly settled: readonly MovedAnswer[]
  /** Omitted if there are none. */
  readonly refused?: readonly NotMovedAnswer[]
}

/** `POST /resolve` */
export interface ResolveAnswer {
  readonly resolved: readonly MovedAnswer[]
  readonly refused: readonly NotMovedAnswer[]
}

/** `POST /return` */
export interface ReturnAnswer {
  readonly returned: readonly MovedAnswer[]
  readonly refused: readonly NotMovedAnswer[]
}

/** `POST /correlations/expire` */
export interface ExpireAnswer {
  readonly expired: number
}

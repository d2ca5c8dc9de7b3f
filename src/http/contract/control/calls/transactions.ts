import type {
  MoveCause,
  TransactionKind,
  TransactionStatus,
} from '../../../../domain/transaction/transaction.ts'
import type { ScheduledEvent } from '../../../../world/events.ts'
import { type ControlCalls, call, type IsoInstant, json, type Page } from '../control-call.ts'

/** Filters the transactions; all given members must match. */
export interface TransactionsQuery extends Page {
  readonly status?: TransactionStatus | undefined
  readonly operation?: TransactionKind | undefined
  readonly reference?: string | undefined
  /** Cents, as submitted. */
  readonly amount?: number | undefined
  /** The last four digits of the card or account. */
  readonly card?: string | undefined
  readonly correlation_id?: string | undefined
  /** Created from this instant on. */
  readonly since?: IsoInstant | undefined
  /** Created up to this instant. */
  readonly until?: IsoInstant | undefined
  readonly merchant?: number | undefined
  /** Paid with a token of this customer. */
  readonly customer?: number | undefined
  /** The `next_cursor` of an answer: the transactions before those. */
  readonly cursor?: number | undefined
}

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
  /** The payment that it belongs to; null if nobody judged it, or it is no longer kept. */
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
  readonly trace_number: string
  readonly authorisation_code: string | null
  readonly preauthorisation_code: string | null
  readonly surcharge: { readonly percent: string; readonly added: number } | null
  readonly request_kvps: Readonly<Record<string, string>>
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

/** Names the audits; all unless given. */
export interface SettleBody {
  readonly audits?: number[]
  readonly all?: boolean
  readonly status?: 'approved' | 'declined'
  /** A return code, 1 to 9, or 00. */
  readonly response_code?: string
}

/** Names the ids; all unless given. */
export interface ExpireBody {
  readonly ids?: string[]
  readonly all?: boolean
}

/** The audits to decide, and the result. */
export interface ResolveBody {
  readonly audits: number[]
  readonly status: 'approved' | 'declined' | 'error'
  /** The bank's code. */
  readonly response_code?: string
}

/** The audits of cleared direct debits to return. */
export interface ReturnBody {
  readonly audits: number[]
  /** A return code, 1 to 9. */
  readonly response_code?: string
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

export const transactionCalls = {
  transactions: call('GET /transactions', 'List transactions, newest first', {
    query: json<TransactionsQuery>(),
    answer: json<TransactionsAnswer>(),
  }),
  transaction: call(
    'GET /transactions/{audit}',
    'Show one transaction, its moves and its scheduled events',
    { answer: json<TransactionDetailAnswer>() },
  ),
  settle: call('POST /settle', 'Let banks report on pending direct debits now', {
    body: json<SettleBody>(),
    answer: json<SettleAnswer>(),
    isLong: true,
  }),
  resolve: call('POST /resolve', 'Decide pending cards and undecided transactions now', {
    body: json<ResolveBody>(),
    answer: json<ResolveAnswer>(),
    isLong: true,
  }),
  return: call('POST /return', 'Let banks take back direct debits that have cleared', {
    body: json<ReturnBody>(),
    answer: json<ReturnAnswer>(),
    isLong: true,
  }),
  expire: call('POST /correlations/expire', 'Forget correlation ids now, before they expire', {
    body: json<ExpireBody>(),
    answer: json<ExpireAnswer>(),
    isLong: true,
  }),
} as const satisfies ControlCalls

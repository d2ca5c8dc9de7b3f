import type { TransactionStatus } from '../../../../domain/transaction/transaction.ts'
import { type ControlCalls, json } from '../control-call.ts'

/** Those audits, or all. */
export interface SettleBody {
  readonly audits?: number[]
  readonly all?: boolean
  readonly status?: 'approved' | 'declined'
  /** A return code, 1 to 9, or 00. */
  readonly response_code?: string
}

/** Those ids, or all. */
export interface ExpireBody {
  readonly ids?: string[]
  readonly all?: boolean
}

/** Audits to decide, and how. */
export interface ResolveBody {
  readonly audits: number[]
  readonly status: 'approved' | 'declined' | 'error'
  /** The bank's code. */
  readonly response_code?: string
}

/** Audits of cleared direct debits. */
export interface ReturnBody {
  readonly audits: number[]
  /** A return code, 1 to 9. */
  readonly response_code?: string
}

/** One that was moved by hand. */
export interface MovedAnswer {
  readonly audit: number
  readonly status: TransactionStatus
}

/** One that could not be moved by hand. */
export interface NotMovedAnswer {
  readonly audit: number
  readonly reason: string
}

/** `POST /settle` */
export interface SettleAnswer {
  readonly settled: readonly MovedAnswer[]
  /** Only where there are some. */
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

export const byHandCalls = {
  settle: {
    method: 'POST',
    path: '/settle',
    does: 'Let banks report on pending direct debits now',
    body: json<SettleBody>(),
    answer: json<SettleAnswer>(),
    isLong: true,
  },
  resolve: {
    method: 'POST',
    path: '/resolve',
    does: 'Decide pending cards and undecided transactions now',
    body: json<ResolveBody>(),
    answer: json<ResolveAnswer>(),
    isLong: true,
  },
  return: {
    method: 'POST',
    path: '/return',
    does: 'Let banks take back direct debits that have cleared',
    body: json<ReturnBody>(),
    answer: json<ReturnAnswer>(),
    isLong: true,
  },
  expire: {
    method: 'POST',
    path: '/correlations/expire',
    does: 'Forget correlation ids now, before they expire',
    body: json<ExpireBody>(),
    answer: json<ExpireAnswer>(),
    isLong: true,
  },
} as const satisfies ControlCalls

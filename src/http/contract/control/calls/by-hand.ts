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

/** `POST /settle` */
export interface SettleAnswer {
  readonly settled: readonly { readonly audit: number; readonly status: TransactionStatus }[]
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
  expire: {
    method: 'POST',
    path: '/correlations/expire',
    does: 'Forget correlation ids now, as time would',
    body: json<ExpireBody>(),
    answer: json<ExpireAnswer>(),
    isLong: true,
  },
} as const satisfies ControlCalls

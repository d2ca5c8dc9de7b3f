import type { CardType } from '../card/card.ts'
import type { Expiry } from '../card/expiry.ts'
import type { Redacted, RedactedMembers } from '../redaction/redacted.ts'
import type { Instant } from '../time/instant.ts'
import type { LocalDate } from '../time/sydney-time.ts'

export const transactionKinds = [
  'purchase',
  'preauthorisation',
  'completion',
  'refund',
  'standalone_refund',
  'void',
] as const

export type TransactionKind = (typeof transactionKinds)[number]

export const transactionStatuses = [
  'approved',
  'declined',
  'pending',
  'error',
  'voided',
  'unknown',
] as const

export type TransactionStatus = (typeof transactionStatuses)[number]

/** A card as it is stored: masked, with a keyed fingerprint that is equal for equal cards. */
export interface StoredCard {
  readonly pan: string
  readonly type: CardType
  readonly fingerprint: string
  readonly expiry?: Expiry
}

/** A bank account as it is stored. */
export interface StoredAccount {
  readonly bsb: string
  readonly accountNumber: string
  readonly accountName: Redacted
  readonly fingerprint: string
}

/** The token that paid, if the request had a virtual PAN. */
interface PayingToken {
  readonly id: number
  readonly virtualPan: string
}

export type PaymentMethod =
  | { readonly kind: 'card'; readonly card: StoredCard; readonly token?: PayingToken }
  | { readonly kind: 'direct_debit'; readonly account: StoredAccount; readonly token?: PayingToken }

/** The outcome of a transaction: the gateway's part and the bank's. */
export interface Outcome {
  readonly status: Exclude<TransactionStatus, 'voided'>
  readonly gatewayStatusCode: number
  readonly responseCode: string
  readonly responseMessage: string
}

/** A future move, which happens when the clock reaches it. */
export type DueMove =
  | { readonly at: Instant; readonly event: 'resolve'; readonly outcome: Outcome }
  | { readonly at: Instant; readonly event: 'preauthorisation_expired' }

/** A past move. The first has no `from`. */
export interface Move {
  readonly at: Instant
  readonly from?: TransactionStatus
  readonly to: TransactionStatus
  readonly cause: MoveCause
}

/**
 * `answer`: a slow bank answered; `due`: its time was reached; `settled`: a tester triggered it.
 */
export const moveCauses = ['created', 'response', 'due', 'settled', 'void'] as const

export type MoveCause = (typeof moveCauses)[number]

export interface SurchargeNote {
  readonly percent: string
  readonly added: number
}

/**
 * One transaction. The members up to `due` come first and in this order in its stored line, so that
 * a store of a million lines can be indexed without parsing them.
 */
export interface Transaction {
  readonly audit: number
  readonly merchant: number
  readonly createdAt: Instant
  /** Correlation key; empty after the id has been forgotten. */
  readonly correlation: Redacted
  readonly target: number
  /** Earliest first. Empty if nothing happens by itself. */
  readonly due: readonly DueMove[]
  readonly kind: TransactionKind
  readonly status: TransactionStatus
  readonly gatewayStatusCode: number
  readonly responseCode: string
  readonly responseMessage: string
  readonly reference: Redacted
  /** Cents as submitted; completions are compared with this. */
  readonly amount: number
  /** Cents with surcharge: the amount charged, and the cap for refunds. */
  readonly total: number
  readonly currency: string
  readonly method: PaymentMethod
  readonly surcharge?: SurchargeNote | undefined
  readonly requestKvps: RedactedMembers
  /** Extra response values that a scenario asked for. */
  readonly responseKvps: RedactedMembers
  readonly traceNumber: string
  readonly authorisationCode: string
  readonly preauthorisationCode: string
  readonly settlementDate: LocalDate
  /** The first instant at which it can no longer be voided; a preauthorisation has `expiresAt` instead. */
  readonly cutoffAt: Instant
  readonly expiresAt?: Instant | undefined
  /** Cents of its approved, pending and undecided refunds. */
  readonly refunded: number
  /** Its live completions, and their cents before surcharge. */
  readonly completions: number
  readonly completed: number
  /** A void is being processed: nothing else may act on the transaction meanwhile. */
  readonly voiding: boolean
  readonly drift?: boolean | undefined
  readonly moves: readonly Move[]
}

const moves: Readonly<Record<TransactionStatus, readonly TransactionStatus[]>> = {
  unknown: ['approved', 'declined', 'error'],
  pending: ['approved', 'declined', 'voided', 'error'],
  approved: ['voided'],
  declined: [],
  error: [],
  voided: [],
}

/** Whether a transaction may go from one status to another: the one state table. */
export function canMove(transaction: Transaction, to: TransactionStatus): boolean {
  if (moves[transaction.status].includes(to)) return true
  return isLateReturn(transaction, to)
}

/** A cleared direct debit that the bank returns later; only a scenario asks for that. */
function isLateReturn(transaction: Transaction, to: TransactionStatus): boolean {
  return (
    transaction.status === 'approved' &&
    to === 'declined' &&
    transaction.kind === 'purchase' &&
    transaction.method.kind === 'direct_debit'
  )
}

/** Whether it still counts against its target: it took effect, or still may. */
export function isLive(status: TransactionStatus): boolean {
  return status === 'approved' || status === 'pending' || status === 'unknown'
}

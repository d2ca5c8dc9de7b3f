import type { StepDocument } from '../stories/story-view.ts'
import type { BooksCode } from './books-findings.ts'

/** An order as a shop writes it. Amounts are in cents; refunds are not deducted from `paid`. */
export interface OrderInput {
  readonly reference?: string | undefined
  /** If each attempt has its own reference. */
  readonly references?: readonly string[] | undefined
  readonly audit?: number | undefined
  readonly audits?: readonly number[] | undefined
  /** May be left out if all payments are of one merchant. */
  readonly merchant?: number | undefined
  readonly paid: number
  readonly refunded?: number | undefined
  readonly held?: number | undefined
  /** Debits and refunds that wait for the bank. */
  readonly pending?: number | undefined
  readonly currency?: string | undefined
  /** Any text, shown in findings: `cancelled`. */
  readonly state?: string | undefined
}

/** Cents of one order, by what happened to them. */
export interface BookSums {
  readonly paid: number
  readonly refunded: number
  readonly held: number
  /** Debits and refunds that wait for the bank. */
  readonly pending: number
}

/** A difference between the books and the gateway. */
export interface BooksFinding {
  readonly code: BooksCode
  readonly severity: 'error' | 'warning' | 'note'
  readonly reference: string
  /** The order for people: its reference, with the merchant if there are payments of several. */
  readonly order: string
  readonly merchant: number | null
  readonly currency: string
  /** Null for money that no order has. */
  readonly books: (BookSums & { readonly state?: string | undefined }) | null
  readonly gateway: BookSums
  readonly audits: readonly number[]
  /** The transaction that the advice is about: the payment, not the newest one; null if there is none. */
  readonly about: number | null
  readonly message: string
  readonly advice: string
}

export interface Reconciliation {
  readonly orders: number
  /** Orders without an error or a warning. */
  readonly agreeing: number
  /** Errors first. */
  readonly findings: readonly BooksFinding[]
  /** How many more findings there are. */
  readonly dropped_findings: number
  /** References of orders whose payments the gateway has not decided yet. */
  readonly undecided: readonly string[]
}

/** A difference with the steps of its payments, oldest first. */
export interface ExplainedDifference extends BooksFinding {
  readonly steps: readonly StepDocument[]
}

/** `POST /reconcile` */
export interface ReconciledAnswer extends Reconciliation {
  readonly findings: readonly ExplainedDifference[]
}

/** A comparison in a report. */
export interface BooksDocument extends Reconciliation {
  readonly world: string
  readonly chapter: string
}

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
  readonly pending: number
}

/** A difference between the books and the gateway. */
export interface BooksFinding {
  readonly code: BooksCode
  readonly severity: 'error' | 'warning'
  readonly reference: string
  /** The order for people: its reference, with the merchant if there are payments of several. */
  readonly order: string
  readonly merchant: number | null
  readonly currency: string
  /** Null for money that no order has. */
  readonly books: (BookSums & { readonly state?: string | undefined }) | null
  readonly gateway: BookSums
  readonly audits: readonly number[]
  readonly message: string
  readonly advice: string
}

export interface Reconciliation {
  readonly orders: number
  readonly agreeing: number
  /** Errors first. */
  readonly findings: readonly BooksFinding[]
  /** How many more findings there are. */
  readonly dropped_findings: number
  /** References of orders whose payments the gateway has not decided yet. */
  readonly undecided: readonly string[]
}

/** A comparison in a report. */
export interface BooksDocument extends Reconciliation {
  readonly world: string
  readonly chapter: string
}

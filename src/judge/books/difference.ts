import { searchCall } from '../findings/payment/words.ts'
import type { BooksCode } from './books-findings.ts'
import { type BookedTransaction, isBookedRefund, type OrderMoney } from './order-money.ts'
import type { Order } from './order-schema.ts'

/** What is wrong with one order: the words, and the transaction that the advice is about. */
export interface Difference {
  readonly code: BooksCode
  readonly severity?: 'error'
  readonly message: string
  readonly advice: string
  /** As in a finding, if its kind has several. */
  readonly cause?: string
  readonly about?: BookedTransaction | undefined
}

/** An order, what the gateway did with its money, and how much of that the books do not have. */
export interface Compared {
  readonly order: Order
  readonly gateway: OrderMoney
  readonly money: (cents: number) => string
  readonly unbooked: Unbooked
}

/** Money that the books do not have. */
export interface Unbooked {
  /** Refunds to a card or account that no order has, or more of them than the order has. */
  readonly refundsTo: (payer: string) => readonly BookedTransaction[]
  /** Payments of an amount that no order has. */
  readonly paymentsOf: (cents: number) => readonly BookedTransaction[]
}

type About = BookedTransaction | undefined

/** `GET /v1/transactions/1000001` */
export function lookupLine(about: About): string {
  return `GET ${addressOf(about)}`
}

export function addressOf(about: About): string {
  return `/v1/transactions/${about?.audit ?? '{audit}'}`
}

/** The search for a transaction by its correlation id. */
export function searchLine(about: About): string {
  const { merchant, correlationId } = about ?? {}
  return correlationId === undefined
    ? 'GET /v1/transactions?merchant_id=…&correlation_id_lookup=…'
    : searchCall({ merchant, correlationId })
}

/** The question that finds a transaction now: the gateway forgets a correlation id, but no audit. */
export function askFor(about: About): string {
  const isForgotten = about !== undefined && about.correlationId === undefined
  return `Ask ${isForgotten ? lookupLine(about) : searchLine(about)}`
}

/** How its money can still be given back: `void it with … before the cut-off`. */
export function undoOf(about: About): { readonly cause: string; readonly undo: string } {
  const voided = `void it with POST ${addressOf(about)}/void`
  if (about === undefined || about.isVoidable) {
    return { cause: 'voidable', undo: `${voided} before the cut-off` }
  }
  const later = ' as soon as it is approved'
  if (about.isVoidableOnceApproved) return { cause: 'voidable-later', undo: `${voided}${later}` }
  const over = 'it can no longer be voided'
  if (isBookedRefund(about)) return { cause: 'paid-out', undo: `ask the customer for it: ${over}` }
  const [cause, when] =
    about.status === 'pending' ? ['refundable-later', later] : ['refundable', '']
  return { cause, undo: `refund it with POST ${addressOf(about)}/refund${when}: ${over}` }
}

/** Of those of exactly this amount, the one whose outcome the client did not see, then the last; or else the last of all. */
export function bestOf(
  some: readonly BookedTransaction[],
  cents: number,
): BookedTransaction | undefined {
  const equal = some.filter(({ total }) => total === cents)
  return equal.findLast(({ isUnseen }) => isUnseen) ?? equal.at(-1) ?? some.at(-1)
}

/** The books are right as soon as the bank approves. */
export function tooEarly({ gateway, money }: Compared, as: 'paid' | 'refunded', cents: number) {
  const list = as === 'paid' ? gateway.payments : gateway.refunds
  const about = bestOf(
    list.filter(({ status }) => status === 'pending'),
    cents,
  )
  return {
    code: 'booked-too-early',
    about,
    message: `${money(cents)} that the books have as ${as} is still pending.`,
    advice: `Book it as pending until ${lookupLine(about)} shows that it was approved.`,
  } as const satisfies Difference
}

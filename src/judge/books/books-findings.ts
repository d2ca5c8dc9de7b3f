import type { FindingKind } from '../findings/finding.ts'

const comparison = 'docs/guides/books.md#what-is-compared'

/** Errors first. */
export const booksFindings = [
  {
    code: 'paid-not-booked',
    severity: 'error',
    one: 'payment not booked',
    many: 'payments not booked',
    seen: 'The gateway charged more than your books show: the customer paid, and the shop does not know.',
  },
  {
    code: 'booked-not-paid',
    severity: 'error',
    one: 'order booked but not paid',
    many: 'orders booked but not paid',
    seen: 'Your books show more than the gateway charged: goods may be shipped without payment.',
    recipe: comparison,
  },
  {
    code: 'refund-not-booked',
    severity: 'error',
    one: 'refund not booked',
    many: 'refunds not booked',
    seen: 'The gateway refunded more than your books show.',
    recipe: comparison,
  },
  {
    code: 'booked-not-refunded',
    severity: 'error',
    one: 'refund booked but not made',
    many: 'refunds booked but not made',
    seen: 'Your books show more refunds than the gateway made: the customer is still waiting for the money.',
    recipe: comparison,
  },
  {
    code: 'not-in-books',
    severity: 'error',
    one: 'payment not in your books',
    many: 'payments not in your books',
    seen: 'Money was charged, refunded or held, or is pending, for a reference that is not in your books.',
  },
  {
    code: 'pending-not-booked',
    severity: 'warning',
    one: 'pending payment not booked',
    many: 'pending payments not booked',
    seen: 'A payment, a hold or a refund waits for the bank, and your books do not have it. It is an error if the order is closed in the books: already paid, or with a state such as `cancelled`.',
    recipe: comparison,
  },
  {
    code: 'booked-not-pending',
    severity: 'warning',
    one: 'stale pending order',
    many: 'stale pending orders',
    seen: 'Your books wait for money that is no longer pending at the gateway.',
    recipe: comparison,
  },
  {
    code: 'booked-too-early',
    severity: 'warning',
    one: 'order booked too early',
    many: 'orders booked too early',
    seen: 'Your books show more than the gateway charged or refunded, but a pending transaction covers the difference.',
    recipe: comparison,
  },
  {
    code: 'hold-not-booked',
    severity: 'warning',
    one: 'hold not booked',
    many: 'holds not booked',
    seen: 'A hold is open that is not in your books.',
    recipe: comparison,
  },
  {
    code: 'booked-not-held',
    severity: 'warning',
    one: 'hold booked but gone',
    many: 'holds booked but gone',
    seen: 'Your books have a hold that has expired, was voided or was completed, perhaps for less: nothing is reserved for the order any more.',
    recipe: comparison,
  },
  {
    code: 'void-booked-as-refund',
    severity: 'note',
    one: 'void booked as a refund',
    many: 'voids booked as refunds',
    seen: 'Your books have a payment and its refund where the gateway has a voided payment. The money is right.',
    recipe: comparison,
  },
] as const satisfies readonly FindingKind[]

export type BooksCode = (typeof booksFindings)[number]['code']

/** The kind of a difference. */
export function booksKind(code: BooksCode): FindingKind<BooksCode> {
  return booksFindings.find((kind) => kind.code === code) as FindingKind<BooksCode>
}

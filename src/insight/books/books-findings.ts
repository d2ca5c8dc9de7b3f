import type { FindingKind } from '../findings/finding.ts'

/** A kind of difference between the books and the gateway. */
export interface BooksKind<Code extends string = string> extends FindingKind<Code> {
  readonly severity: 'error' | 'warning'
  readonly advice: string
}

/** Errors first. */
export const booksFindings = [
  {
    code: 'paid-not-booked',
    severity: 'error',
    one: 'payment not booked',
    many: 'payments not booked',
    seen: 'The gateway took more than your books show: the customer paid, and the shop does not know.',
    advice:
      'Before you cancel an order, ask GET /v1/transactions?merchant_id=…&correlation_id_lookup=…, and let no later answer overwrite an approval.',
  },
  {
    code: 'booked-not-paid',
    severity: 'error',
    one: 'order booked but not paid',
    many: 'orders booked but not paid',
    seen: 'Your books show more than the gateway took: goods may be shipped without payment.',
    advice:
      'Ask GET /v1/transactions/{audit} before you deliver, and again after a return or an expiry.',
  },
  {
    code: 'refund-not-booked',
    severity: 'error',
    one: 'refund not booked',
    many: 'refunds not booked',
    seen: 'The gateway gave back more than your books show.',
    advice:
      'Book a refund when its answer, or GET /v1/transactions?merchant_id=…&correlation_id_lookup=…, shows that it was approved.',
  },
  {
    code: 'booked-not-refunded',
    severity: 'error',
    one: 'refund booked but not made',
    many: 'refunds booked but not made',
    seen: 'Your books show more refunds than the gateway made: the customer is still waiting for the money.',
    advice:
      'Send the refund, or, if its answer was lost, ask GET /v1/transactions?merchant_id=…&correlation_id_lookup=….',
  },
  {
    code: 'not-in-books',
    severity: 'error',
    one: 'payment without an order',
    many: 'payments without an order',
    seen: 'Money was taken or is held for a reference that is not in your books.',
    advice:
      'Write the order down before you send its payment, so that a crash cannot lose it. After a crash, ask GET /v1/transactions?merchant_id=…&correlation_id_lookup=….',
  },
  {
    code: 'booked-too-early',
    severity: 'warning',
    one: 'order booked too early',
    many: 'orders booked too early',
    seen: 'Your books show more than the gateway took or gave back, but a pending transaction covers the difference.',
    advice:
      'Book a direct debit, or a refund to a bank account, when GET /v1/transactions/{audit} shows that it was approved.',
  },
  {
    code: 'hold-not-booked',
    severity: 'warning',
    one: 'hold not booked',
    many: 'holds not booked',
    seen: 'A hold is open that is not in your books.',
    advice: 'Complete the hold, or void it with POST /v1/transactions/{audit}/void.',
  },
] as const satisfies readonly BooksKind[]

export type BooksCode = (typeof booksFindings)[number]['code']

import type { TransactionStatus } from '../../domain/transaction/kinds-and-statuses.ts'
import type { PaymentVerdict } from '../../judge/payments/payment-verdict.ts'

/** What a piece of text means, in the terminal as on the pages: `calm` is ordinary. */
export type Meaning = 'good' | 'calm' | 'warn' | 'bad'

/** A decline is ordinary; what may have moved money without a result is not. */
const statusMeanings: Readonly<Record<TransactionStatus, Meaning>> = {
  approved: 'good',
  declined: 'calm',
  pending: 'calm',
  error: 'warn',
  voided: 'calm',
  unknown: 'warn',
}

/** What a transaction's status means. */
export function statusMeaning(status: string): Meaning {
  return statusMeanings[status as TransactionStatus] ?? 'calm'
}

/** What the result of a payment means, the worst first. */
export const verdictMeanings: Readonly<Record<PaymentVerdict, Meaning>> = {
  'double-charge': 'bad',
  'double-refund': 'bad',
  'lost-sale': 'warn',
  unresolved: 'bad',
  failed: 'warn',
  pending: 'calm',
  held: 'calm',
  declined: 'calm',
  voided: 'calm',
  expired: 'calm',
  refunded: 'calm',
  paid: 'good',
}

/** `double charge` */
export function verdictText(verdict: string): string {
  return verdict.replaceAll('-', ' ')
}

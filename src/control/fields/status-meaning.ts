import type { TransactionStatus } from '../../domain/transaction/kinds-and-statuses.ts'
import type { PlainMeaning } from './field.ts'

/** A decline is ordinary; what may have moved money without a result is not. */
const meanings: Readonly<Record<TransactionStatus, PlainMeaning>> = {
  approved: 'good',
  declined: 'calm',
  pending: 'calm',
  error: 'warn',
  voided: 'calm',
  unknown: 'warn',
}

/** What a transaction's status means, in the terminal as on the pages. */
export function statusMeaning(status: string): PlainMeaning {
  return meanings[status as TransactionStatus] ?? 'calm'
}

import { decidedStatuses, type TransactionStatus } from './kinds-and-statuses.ts'
import type { Transaction } from './transaction.ts'

const moves: Readonly<Record<TransactionStatus, readonly TransactionStatus[]>> = {
  unknown: decidedStatuses,
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

import type { TransactionKind } from '../domain/transaction/transaction.ts'
import type { Operation } from '../scenario/rule.ts'

const creating: ReadonlySet<string | undefined> = new Set<TransactionKind>([
  'purchase',
  'preauthorisation',
  'completion',
  'refund',
  'standalone_refund',
  'void',
])

/** Whether an operation makes a transaction. */
export function isCreating(operation: Operation | undefined): operation is TransactionKind {
  return creating.has(operation)
}

import type { TransactionKind } from '../domain/transaction/transaction.ts'
import type { Operation } from '../scenario/rule.ts'

/** The operations that make a transaction. */
export const creatingOperations = [
  'purchase',
  'preauthorisation',
  'completion',
  'refund',
  'standalone_refund',
  'void',
] as const satisfies readonly TransactionKind[]

const creating: ReadonlySet<string | undefined> = new Set(creatingOperations)

/** Whether an operation makes a transaction. */
export function isCreating(operation: Operation | undefined): operation is TransactionKind {
  return creating.has(operation)
}

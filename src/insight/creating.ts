import { type TransactionKind, transactionKinds } from '../domain/transaction/transaction.ts'

const creating: ReadonlySet<string | undefined> = new Set(transactionKinds)

/** Whether an operation makes a transaction. */
export function isCreating(operation: string | undefined): operation is TransactionKind {
  return creating.has(operation)
}

import { transactionKinds } from '../../../domain/transaction/kinds-and-statuses.ts'

/** The operations that are attacked: those that make something. */
export const sweptOperations = [...transactionKinds, 'customer_create', 'token_create'] as const
export type SweptOperation = (typeof sweptOperations)[number]

/** Whether an operation is one that a sweep attacks. */
export function isSwept(operation: string): operation is SweptOperation {
  return sweptOperations.some((one) => one === operation)
}

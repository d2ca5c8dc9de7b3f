import type { Transaction, TransactionStatus } from '../../../domain/transaction/transaction.ts'
import { FIRST_AUDIT } from '../../records/records.ts'
import type { World } from '../../world.ts'

/** All transactions, newest first; only those of a status where one is given. */
export function* transactionsOf(
  world: World,
  status: TransactionStatus | undefined,
): Generator<Transaction> {
  for (let audit = world.records.nextAudit - 1; audit >= FIRST_AUDIT; audit -= 1) {
    if (status !== undefined && !mayHave(world, audit, status)) continue
    const transaction = world.records.transaction(audit)
    if (transaction === undefined) continue
    if (status === undefined || transaction.status === status) yield transaction
  }
}

/** A glance at the line is enough to rule most of them out, and far cheaper than parsing it. */
function mayHave(world: World, audit: number, status: TransactionStatus): boolean {
  return world.records.line('transactions', audit)?.includes(`"status":"${status}"`) ?? false
}

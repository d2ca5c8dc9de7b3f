import type { Transaction, TransactionStatus } from '../../../domain/transaction/transaction.ts'
import { FIRST_AUDIT } from '../../records/records.ts'
import type { World } from '../../world.ts'

/** All transactions, newest first, optionally of one status. */
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

/** Rules most lines out by a text search, which is far cheaper than parsing them. */
function mayHave(world: World, audit: number, status: TransactionStatus): boolean {
  return world.records.line('transactions', audit)?.includes(`"status":"${status}"`) ?? false
}

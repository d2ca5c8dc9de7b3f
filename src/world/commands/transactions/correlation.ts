import { HOUR, type Instant } from '../../../domain/time/instant.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'
import { isForgotten } from '../../records/indexes/transaction-index.ts'
import { readMeta } from '../../records/meta.ts'
import type { World } from '../../world.ts'

/** The transaction that an id stands for, while it is remembered. */
export function findByCorrelation(
  world: World,
  merchant: number,
  key: string,
  now: Instant,
): Transaction | undefined {
  const audit = world.records.transactionIndex.audit(merchant, key)
  if (audit === undefined || audit <= forgottenTo(world)) return undefined
  const transaction = world.records.transaction(audit)
  if (transaction === undefined) return undefined
  // While its bank takes its time, nothing found would mean: not processed, try again.
  if (world.records.line('slow_answers', audit) !== undefined) return transaction
  return isForgotten(transaction.createdAt, now, cacheMs(world)) ? undefined : transaction
}

/** Up to this audit, all ids were forgotten by hand. */
export function forgottenTo(world: World): number {
  return readMeta(world.records, 'correlations')?.forgottenTo ?? 0
}

/** How long an id is remembered. */
export function cacheMs(world: World): number {
  return world.environment.assumptions.correlation_cache_hours * HOUR
}

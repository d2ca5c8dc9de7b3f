import { HOUR, type Instant } from '../../../domain/time/instant.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'
import { isForgotten } from '../../records/indexes/transaction-index.ts'
import { readMeta } from '../../records/meta.ts'
import type { World } from '../../world.ts'

/** The transaction with this correlation id, while the id is remembered. */
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
  // While its bank is slow, an empty result would tell the client to try again.
  if (world.records.line('slow_answers', audit) !== undefined) return transaction
  return isForgotten(transaction.createdAt, now, cacheMs(world)) ? undefined : transaction
}

/** All ids up to this audit were forgotten by hand. */
export function forgottenTo(world: World): number {
  return readMeta(world.records, 'correlations')?.forgottenTo ?? 0
}

export function cacheMs(world: World): number {
  return world.environment.assumptions.correlation_cache_hours * HOUR
}

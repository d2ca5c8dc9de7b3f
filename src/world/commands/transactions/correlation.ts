import { maskSpacedCards } from '../../../domain/card/card-number-in-text.ts'
import { HOUR, type Instant } from '../../../domain/time/instant.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'
import { isForgotten } from '../../records/indexes/transaction-index.ts'
import { readMeta } from '../../records/meta.ts'
import type { World } from '../../world.ts'
import { keyed } from '../text-key.ts'

/** The text under which an id is kept: without a card number in it, however that is spaced. */
export function correlationKey(world: World, id: string): string {
  return keyed(world, id, maskSpacedCards(id))
}

/** An id as it may be shown, and the text under which it is kept. */
export function correlationNames(world: World, id: string | undefined): CorrelationNames {
  if (id === undefined) return {}
  const shown = maskSpacedCards(id)
  return { correlationId: shown, correlationKey: keyed(world, id, shown) }
}

interface CorrelationNames {
  readonly correlationId?: string
  readonly correlationKey?: string
}

/** The transaction that an id stands for, while it is remembered. */
export function findByCorrelation(
  world: World,
  merchant: number,
  key: string,
  now: Instant,
): Transaction | undefined {
  const { transactionIndex } = world.records
  const audit = transactionIndex.audit(merchant, key)
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
  return world.surroundings.assumptions.correlation_cache_hours * HOUR
}

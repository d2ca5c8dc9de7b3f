import { maskSpacedCards } from '../../../domain/card/card-number-in-text.ts'
import { hasDigits, maskNumber } from '../../../domain/card/hidden-number.ts'
import { HOUR, type Instant } from '../../../domain/time/instant.ts'
import type { Transaction } from '../../../domain/transaction/transaction.ts'
import { isForgotten } from '../../records/indexes/transaction-index.ts'
import { readMeta } from '../../records/meta.ts'
import type { World } from '../../world.ts'
import { hashMark, keyed } from '../text-key.ts'

/** The text under which an id is kept: without a card number in it, however that is spaced. */
export function correlationKey(world: World, id: string, ownPan?: string): string {
  return keyed(world, id, shownId(id, ownPan))
}

/** Without the number of the card that is paid with either, of whatever scheme that is. */
function shownId(id: string, ownPan: string | undefined): string {
  const shown = maskSpacedCards(id)
  return ownPan !== undefined && hasDigits(shown, ownPan) ? maskNumber(shown, ownPan) : shown
}

/** An id as it may be shown, and the text under which it is kept. */
export function correlationNames(
  world: World,
  id: string | undefined,
  ownPan?: string,
): CorrelationNames {
  if (id === undefined) return {}
  const shown = shownId(id, ownPan)
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
  const audit = auditOf(world, merchant, key)
  if (audit === undefined || audit <= forgottenTo(world)) return undefined
  const transaction = world.records.transaction(audit)
  if (transaction === undefined) return undefined
  // While its bank takes its time, nothing found would mean: not processed, try again.
  if (world.records.line('slow_answers', audit) !== undefined) return transaction
  return isForgotten(transaction.createdAt, now, cacheMs(world)) ? undefined : transaction
}

function auditOf(world: World, merchant: number, key: string) {
  const { transactionIndex } = world.records
  const audit = transactionIndex.audit(merchant, key)
  if (audit !== undefined || !transactionIndex.hasMasked || key.includes('#')) return audit
  // Only the request that used it may have told that a card's number is in it.
  return transactionIndex.audit(merchant, hashMark(world, key))
}

/** Up to this audit, all ids were forgotten by hand. */
export function forgottenTo(world: World): number {
  return readMeta(world.records, 'correlations')?.forgottenTo ?? 0
}

/** How long an id is remembered. */
export function cacheMs(world: World): number {
  return world.environment.assumptions.correlation_cache_hours * HOUR
}

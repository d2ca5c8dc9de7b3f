import { inBatches, nextTurn } from '../../../document/in-batches.ts'
import { EMPTY } from '../../../domain/redaction/redacted.ts'
import type { Instant } from '../../../domain/time/instant.ts'
import { isForgotten } from '../../records/indexes/transaction-index.ts'
import { metaChange } from '../../records/meta.ts'
import { transactionHead } from '../../records/transaction-line.ts'
import { transactionChange } from '../../transaction-moves.ts'
import type { World } from '../../world.ts'
import { textKey } from '../redacted-input.ts'
import { cacheMs, forgottenTo } from './correlation.ts'

/** Ids to check before other requests get a turn: a few milliseconds. */
const BATCH = 5000

/** Forgets ids as if their time had passed; returns how many were still remembered. */
export async function forgetCorrelations(
  world: World,
  ids: readonly string[] | 'all',
): Promise<number> {
  const { records } = world
  const now = world.run((context) => context.now)
  const last = records.nextAudit - 1
  const keys =
    ids === 'all' ? undefined : new Set<string>(await inBatches(ids, (id) => textKey(world, id)))
  const isWanted = (key: string, audit: number) => keys?.has(key) ?? audit <= last
  const found: number[] = []
  let looked = 0
  for (const [key, audit] of records.transactionIndex.correlated()) {
    looked += 1
    if (looked % BATCH === 0) await nextTurn()
    if (isWanted(key, audit) && isRemembered(world, audit, now)) found.push(audit)
  }
  // A reset or an import replaced the state.
  if (world.records !== records) return await forgetCorrelations(world, ids)
  return world.run(() => {
    if (keys !== undefined) return forgetSome(world, found)
    if (found.length > 0) world.commit([metaChange('correlations', { forgottenTo: last })])
    return found.length
  })
}

function forgetSome(world: World, audits: readonly number[]): number {
  const changes = audits.flatMap((audit) => {
    const transaction = world.records.transaction(audit)
    if (!transaction?.correlation) return []
    return [transactionChange({ ...transaction, correlation: EMPTY })]
  })
  world.commit(changes)
  return changes.length
}

function isRemembered(world: World, audit: number, now: Instant): boolean {
  const line = world.records.line('transactions', audit)
  if (line === undefined || audit <= forgottenTo(world)) return false
  return !isForgotten(transactionHead(line).createdAt, now, cacheMs(world))
}

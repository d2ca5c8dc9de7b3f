import { eachOf, inTurns, type Pause, type Steps } from '../../../document/steps.ts'
import type { Instant } from '../../../domain/time/instant.ts'
import { transactionChange } from '../../happenings.ts'
import { isForgotten } from '../../records/indexes/transaction-index.ts'
import type { Change } from '../../records/medium.ts'
import { metaChange } from '../../records/meta.ts'
import { transactionHead } from '../../records/row.ts'
import type { World } from '../../world.ts'
import { hashMark } from '../text-key.ts'
import { cacheMs, forgottenTo } from './correlation.ts'

/**
 * Forgets ids as time would; gives how many were still remembered. Found by steps, then forgotten
 * all at once.
 */
export async function forgetCorrelations(
  world: World,
  ids: readonly string[] | 'all',
  pause: Pause,
): Promise<number> {
  for (;;) {
    const { records } = world
    const now = world.run((context) => context.now)
    const steps = ids === 'all' ? findAll(world, now) : find(world, ids, now)
    const forget = await inTurns(steps, pause)
    // Else another state has taken its place: what was found is not in that.
    if (world.records === records) return world.run(forget)
  }
}

type Forget = () => number

function* find(world: World, ids: readonly string[], now: Instant): Steps<Forget> {
  const keys = new Set((yield* eachOf(ids, (id) => [id, hashMark(world, id)])).flat())
  const found: Found[] = []
  for (const [correlation, audit] of world.records.transactionIndex.correlated()) {
    yield
    if (!keys.has(correlation)) continue
    const line = rememberedLine(world, audit, now)
    if (line !== undefined) found.push({ audit, line, change: withoutId(world, audit) })
  }
  return () => {
    // What has happened to one of them since must stay.
    const changes = found.map(({ audit, line, change }) =>
      world.records.line('transactions', audit) === line ? change : withoutId(world, audit),
    )
    const all = changes.filter((change) => change !== undefined)
    if (all.length > 0) world.commit(all)
    return all.length
  }
}

interface Found {
  readonly audit: number
  /** As it was when it was found. */
  readonly line: string
  readonly change: Change | undefined
}

function withoutId({ records }: World, audit: number): Change | undefined {
  const transaction = records.transaction(audit)
  if (transaction === undefined || transaction.correlation === '') return undefined
  return transactionChange({ ...transaction, correlation: '' })
}

function* findAll(world: World, now: Instant): Steps<Forget> {
  const last = world.records.nextAudit - 1
  let count = 0
  for (const [, audit] of world.records.transactionIndex.correlated()) {
    yield
    if (audit <= last && rememberedLine(world, audit, now) !== undefined) count += 1
  }
  return () => {
    if (count > 0) world.commit([metaChange('correlations', { forgottenTo: last })])
    return count
  }
}

/** The row of a transaction that a search would still find. */
function rememberedLine(world: World, audit: number, now: Instant): string | undefined {
  if (audit <= forgottenTo(world)) return undefined
  const line = world.records.line('transactions', audit)
  if (line === undefined) return undefined
  return isForgotten(transactionHead(line).createdAt, now, cacheMs(world)) ? undefined : line
}

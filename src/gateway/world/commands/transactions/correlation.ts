import { EMPTY, type Redacted, textKey } from '../../../../base/redaction/redacted.ts'
import { problem } from '../../../../domain/problem.ts'
import { HOUR, type Instant } from '../../../../domain/time/instant.ts'
import type { Transaction } from '../../../../domain/transaction/transaction.ts'
import { isForgotten, transactionHead } from '../../records/indexes/transaction-index.ts'
import { metaChange, readMeta } from '../../records/meta.ts'
import type { Records } from '../../records/records.ts'
import { transactionChange } from '../../transaction-moves.ts'
import type { World } from '../../world.ts'
import type { TransactionIntent } from './intent.ts'

/** The transaction with this correlation id, while the id is remembered. */
export function findByCorrelation(
  world: World,
  key: string,
  now: Instant,
): Transaction | undefined {
  const audit = world.records.transactionIndex.audit(key)
  const transaction = audit === undefined ? undefined : world.records.transaction(audit)
  if (transaction === undefined) return undefined
  // While its bank is slow, an empty result would tell the client to try again.
  if (isSlow(world, transaction.audit)) return transaction
  if (transaction.audit <= forgottenTo(world)) return undefined
  return isForgotten(transaction.createdAt, now, cacheMs(world)) ? undefined : transaction
}

function isSlow(world: World, audit: number): boolean {
  return world.records.line('slow_responses', audit) !== undefined
}

/** All ids up to this audit were forgotten by hand. */
function forgottenTo(world: World): number {
  return readMeta(world.records, 'correlations')?.forgottenTo ?? 0
}

function cacheMs(world: World): number {
  return world.environment.assumptions.correlation_cache_hours * HOUR
}

/** Refuses a correlation id in use; returns the stored answer if an identical request may get it again. */
export function refuseDuplicate(
  world: World,
  request: TransactionIntent,
  now: Instant,
): StoredResponse | undefined {
  const { correlationKey: id } = request.redacted
  if (world.unanswered.has(request.key)) {
    const message = `A request with correlation id ${shownCorrelationId(id)} is still being processed`
    throw problem('correlation_id_in_progress', message, 'correlation_id')
  }
  const known = findByCorrelation(world, request.key, now)
  if (known === undefined) return undefined
  const stored = storedResponse(world.records, known.audit)
  if (stored !== undefined && stored.request === request.requestHash) return stored
  const message = `Correlation id ${shownCorrelationId(id)} was used for transaction ${known.audit}`
  throw problem('duplicate_correlation_id', message, 'correlation_id')
}

/** An id as it may be displayed: without the hash that is stored after a masked card number. */
export function shownCorrelationId(key: string): string {
  return key.replace(/#.*$/, '')
}

/** Marks the id as in progress; returns the function that ends this. */
export function markUnanswered({ unanswered }: World, { key }: TransactionIntent): () => void {
  unanswered.add(key)
  return () => unanswered.delete(key)
}

/** Stores an answer to be replayed for a duplicate. */
export function rememberAnswer(
  world: World,
  audit: number,
  request: string,
  answer: { readonly status: number; readonly body: Redacted | undefined },
): void {
  const { status, body = EMPTY } = answer
  const line = JSON.stringify({ id: audit, request, status, body })
  world.commit([{ table: 'kept_responses', key: audit, line }])
}

/** The hash of a request and its answer, to replay for an identical request. */
export interface StoredResponse {
  readonly request: string
  readonly status: number
  readonly body: Redacted
}

function storedResponse(records: Records, audit: number): StoredResponse | undefined {
  const line = records.line('kept_responses', audit)
  // The cast is safe: `rememberAnswer` made the line, and lines from files are checked.
  return line === undefined ? undefined : (JSON.parse(line) as StoredResponse)
}

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
  const keys = ids === 'all' ? undefined : new Set<string>(ids.map((id) => textKey(world, id)))
  const isWanted = (key: string, audit: number) => keys?.has(key) ?? audit <= last
  const found: number[] = []
  let looked = 0
  for (const [key, audit] of records.transactionIndex.correlated()) {
    looked += 1
    if (looked % BATCH === 0) await world.pause()
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
    if (!transaction?.correlation || isSlow(world, audit)) return []
    return [transactionChange({ ...transaction, correlation: EMPTY })]
  })
  world.commit(changes)
  return changes.length
}

/** Whether a search for its correlation id would find it. */
export function canBeSearched(world: World, transaction: Transaction, now: Instant): boolean {
  return transaction.correlation !== EMPTY && isRemembered(world, transaction.audit, now)
}

function isRemembered(world: World, audit: number, now: Instant): boolean {
  const line = world.records.line('transactions', audit)
  if (line === undefined || audit <= forgottenTo(world)) return false
  return !isForgotten(transactionHead(line).createdAt, now, cacheMs(world))
}

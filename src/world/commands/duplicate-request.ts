import { maskCardNumbers } from '../../domain/card/card-number-in-text.ts'
import { problem } from '../../domain/problem.ts'
import type { Instant } from '../../domain/time/instant.ts'
import type { Transaction } from '../../domain/transaction/transaction.ts'
import { existing, transactionChange } from '../happenings.ts'
import type { World } from '../world.ts'
import { findByCorrelation } from './correlation.ts'
import type { TransactionRequest } from './transaction-request.ts'

/**
 * Refuses an id that stands for a transaction already; gives the answer to replay where an unchanged
 * repetition is to get it again.
 */
export function refuseDuplicate(
  world: World,
  request: TransactionRequest,
  key: string,
  now: Instant,
): Transaction['replay'] {
  const location = ['header', 'X-Correlation-Id']
  const { merchant, correlationId } = request
  if (world.unanswered.has(unansweredKey(merchant.id, key))) {
    const message = `A request with correlation id ${correlationId} is still being processed`
    throw problem('correlation_id_in_progress', message, location)
  }
  const known = findByCorrelation(world, merchant.id, key, now)
  if (known === undefined) return undefined
  const { replay } = known
  if (replay !== undefined && replay.request === request.requestHash) return replay
  const message = `Correlation id ${correlationId} was used for transaction ${known.audit}`
  throw problem('duplicate_correlation_id', message, location)
}

/** Until it is answered, the same id again is in progress; gives what ends that. */
export function keepUnanswered(world: World, merchant: number, key: string): () => void {
  const { unanswered } = world
  const entry = unansweredKey(merchant, key)
  unanswered.add(entry)
  return () => unanswered.delete(entry)
}

function unansweredKey(merchant: number, key: string): string {
  return `${merchant} ${key}`
}

/** Keeps an answer, where duplicates are to get it again. */
export function rememberAnswer(
  world: World,
  transaction: Transaction,
  request: string | undefined,
  answer: { readonly status: number; readonly body: string | undefined },
): void {
  if (request === undefined) return
  const replay = { request, status: answer.status, body: maskCardNumbers(answer.body ?? '') }
  world.commit([transactionChange({ ...existing(world, transaction.audit), replay })])
}

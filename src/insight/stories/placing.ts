import type { Opening } from '../exchange.ts'
import type { Attempt, Intent, Story } from './story.ts'

/** Decides which attempts belong together. Pure functions; the story book applies the result. */

/** Equal for requests that ask for the same thing. */
export function intentKey({ operation, merchant, requested }: Opening): string {
  const { target, amount, currency, reference } = requested
  return `${operation} ${merchant} ${target} ${amount} ${currency} ${reference}`
}

/** After a clear answer, the next equal request is a new payment. */
function isOver({ attempts }: Intent): boolean {
  return attempts.some(({ clarity }) => clarity === 'clear')
}

/** Earlier requests that a request may be related to. */
export interface Earlier {
  /** The first request with its correlation id. */
  readonly sameId: Attempt | undefined
  /** The last intent with the same key. */
  readonly alike: Intent | undefined
  /** The attempt that made the transaction it acts on. */
  readonly target: Attempt | undefined
}

/** Where a request belongs; undefined parts have to be created. */
export interface Placement {
  readonly story: Story | undefined
  readonly intent: Intent | undefined
  /**
   * An equal intent whose last attempt is unanswered: this request may turn out to be its retry.
   */
  readonly beside: Intent | undefined
}

/**
 * A request joins an equal one without a clear answer, else the story of its target, else a new
 * story.
 */
export function placementOf(key: string, { sameId, alike, target }: Earlier): Placement {
  if (sameId?.intent.key === key && !sameId.story.isClosed) return joining(sameId)
  const last = alike?.attempts.at(-1)
  if (alike === undefined || last === undefined) return newIntent(target, undefined)
  if (last.clarity === 'open') return newIntent(target, alike)
  return last.story.isClosed || isOver(alike) ? newIntent(target, undefined) : joining(last)
}

function joining({ story, intent }: Attempt): Placement {
  return { story, intent, beside: undefined }
}

function newIntent(target: Attempt | undefined, beside: Intent | undefined): Placement {
  return { story: target?.story, intent: undefined, beside }
}

/**
 * A client that gives up closes its connection and retries at once. On a busy machine the server
 * may notice the closed connection some hundred milliseconds after the retry arrives.
 */
const NOTICING_MS = 500

/** The intents that the client began after it had lost an attempt's answer. */
export function lateRetries({ lostAt, intent }: Attempt): readonly Intent[] {
  if (lostAt === undefined) return []
  return intent.beside.filter(
    ({ attempts: [first] }) => first !== undefined && first.realAt + NOTICING_MS >= lostAt,
  )
}

/** Real time within which a client would retry. */
const SOON_MS = 120_000

/**
 * Whether a payment with the same card may be a retry of one whose answer was lost, with another
 * reference or another amount. It is only a guess, so it is reported but never judged.
 */
export function isLikelyRetry(lost: Attempt, next: Attempt): boolean {
  if (lost.likelyRetry !== undefined || lost.story.isOwn || next.story.isOwn) return false
  if (next.merchant !== lost.merchant || next.operation !== lost.operation) return false
  if (next.realAt - lost.realAt > SOON_MS) return false
  const isSameAmount =
    next.requested.amount === lost.requested.amount &&
    next.requested.currency === lost.requested.currency
  return isSameAmount !== (next.requested.reference === lost.requested.reference)
}

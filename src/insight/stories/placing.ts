import type { Opening } from '../exchange.ts'
import type { Attempt, Intent, Story } from './story.ts'

/**
 * Decides which attempts belong together, and where the next one belongs. Values
 * in, values out; the story book does what is decided here.
 */

/** Equal for requests that ask for the same thing. */
export function intentKey({ operation, merchant, requested }: Opening): string {
  const { target, amount, currency, reference } = requested
  return `${operation} ${merchant} ${target} ${amount} ${currency} ${reference}`
}

/** Whether an answer was clear: the next request that is alike is another payment. */
function isOver({ attempts }: Intent): boolean {
  return attempts.some(({ clarity }) => clarity === 'clear')
}

/** What came before a request and may have to do with it. */
export interface Earlier {
  /** The first request with its correlation id. */
  readonly sameId: Attempt | undefined
  /** The last thing that was asked for alike. */
  readonly alike: Intent | undefined
  /** The attempt that made the transaction it acts on. */
  readonly target: Attempt | undefined
}

/** Where a request belongs; what is undefined has to be made. */
export interface Placement {
  readonly story: Story | undefined
  readonly intent: Intent | undefined
  /** An attempt of this one has no answer yet: it may turn out to be a retry of it. */
  readonly beside: Intent | undefined
}

/** To an earlier request that asks for the same and has no clear answer, to its target's story, or to itself. */
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
 * A client that gives up closes its connection and asks again at once; the server may notice the
 * closing a little after the question, on a busy machine some hundred milliseconds after it.
 */
const NOTICING_MS = 500

/** Of what was begun beside an attempt, that which its client began after it had lost the answer. */
export function lateRetries({ lostAt, intent }: Attempt): readonly Intent[] {
  if (lostAt === undefined) return []
  return intent.beside.filter(
    ({ attempts: [first] }) => first !== undefined && first.realAt + NOTICING_MS >= lostAt,
  )
}

/** In real time: a client that tries again does so soon. */
const SOON_MS = 120_000

/**
 * Whether a payment of the same card may be the retry of one whose answer was lost, under another
 * reference or with another amount. It cannot be known, so it is mentioned and never judged.
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

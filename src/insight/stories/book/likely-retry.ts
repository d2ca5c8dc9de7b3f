import type { Attempt } from '../story.ts'

/** In real time: who tries again does so soon. */
const SOON_MS = 120_000

/** What may be the retry of a lost payment under another name is written down there. */
export function noteRetry(lost: Attempt | undefined, next: Attempt): void {
  if (lost === undefined || lost.likelyRetry !== undefined || lost.story.isOwn) return
  if (next.story.isOwn || !mayBeRetry(lost, next)) return
  lost.likelyRetry = next
  lost.story.changes += 1
}

/**
 * Whether a payment of the same card may be the retry of one whose answer was lost, under another
 * reference or with another amount. Nobody can know: it is told, never judged.
 */
function mayBeRetry(lost: Attempt, next: Attempt): boolean {
  if (next.merchant !== lost.merchant || next.operation !== lost.operation) return false
  if (next.realAt - lost.realAt > SOON_MS) return false
  const isSameAmount =
    next.asked.amount === lost.asked.amount && next.asked.currency === lost.asked.currency
  return isSameAmount !== (next.asked.reference === lost.asked.reference)
}

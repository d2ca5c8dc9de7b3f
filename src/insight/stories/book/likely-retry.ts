import type { Attempt } from '../story.ts'

/** In real time: who tries again does so soon. */
const SOON_MS = 120_000

/**
 * Whether a payment of the same card may be the retry of one whose answer was lost, under another
 * reference or with another amount. Nobody can know: it is told, never judged.
 */
export function mayBeRetry(lost: Attempt, next: Attempt): boolean {
  if (next.merchant !== lost.merchant || next.operation !== lost.operation) return false
  if (next.realAt - lost.realAt > SOON_MS) return false
  const isSameAmount =
    next.asked.amount === lost.asked.amount && next.asked.currency === lost.asked.currency
  return isSameAmount !== (next.asked.reference === lost.asked.reference)
}

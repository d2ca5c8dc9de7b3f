import type { Opening } from '../../exchange.ts'
import type { Attempt } from '../story.ts'

/** A request of which no answer is known yet. */
export function newAttempt(
  opening: Opening,
  order: number,
  { story, intent }: Pick<Attempt, 'story' | 'intent'>,
): Attempt {
  const { made } = opening
  return {
    kind: 'attempt',
    order,
    operation: opening.operation,
    at: opening.at,
    realAt: opening.realAt,
    merchant: opening.merchant,
    asked: opening.asked,
    correlationId: opening.correlationId,
    correlationKey: opening.correlationKey,
    card: opening.card,
    made,
    story,
    intent,
    clarity: 'open',
    exchange: undefined,
    lostAt: undefined,
    status: made?.status,
    resolvedOrder: undefined,
    lookedOrder: undefined,
    inRow: 1,
    known: undefined,
    likelyRetry: undefined,
  }
}

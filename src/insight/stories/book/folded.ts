import type { Exchange } from '../../exchange.ts'
import type { Attempt, Folded, Story } from '../story.ts'
import { newAttempt } from './new-attempt.ts'

/** Whether a request and its answer leave nothing to ask for: the money was taken, and the client knows. */
export function isPlainlyPaid({ operation, facts, answer, fault }: Exchange): boolean {
  const { made } = facts
  return (
    operation === 'purchase' &&
    made?.status === 'approved' &&
    made.total > 0 &&
    !made.isDrifting &&
    answer.status !== undefined &&
    answer.status < 400 &&
    fault === undefined
  )
}

/** Its attempt, as if it had been told at once. */
export function foldedAttempt(story: Story, { opening, key, order, exchange }: Folded): Attempt {
  const attempt = newAttempt(opening, order, {
    story,
    intent: { key, attempts: [], beside: undefined },
  })
  attempt.intent.attempts.push(attempt)
  attempt.clarity = 'clear'
  attempt.exchange = exchange
  return attempt
}

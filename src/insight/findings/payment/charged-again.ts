import { isChargedAgain } from '../../stories/clarity.ts'
import { attemptsOf } from '../../stories/story.ts'
import { isCharge } from '../../stories/taken.ts'
import type { StoryFinding } from '../finding.ts'
import { looksFor } from './unresolved.ts'
import { likelyRetrySteps, likelyRetryText, orderText, searchAdvice } from './words.ts'

export const chargedAgain: StoryFinding<'charged-again'> = {
  code: 'charged-again',
  severity: 'warning',
  one: 'payment maybe charged or refunded twice',
  many: 'payments maybe charged or refunded twice',
  seen: 'After a lost answer, and before the client found out that the money had moved, the same card or account paid what is evidently the same order: its reference with a suffix (`A-1001`, `A-1001-2`) and the same amount or up to 10 % more, or the same reference and up to 10 % more. Both took the money, and neither was given back. The same for refunds.',
  judge: (story) =>
    attemptsOf(story)
      .filter(isChargedAgain)
      .map((attempt) => ({
        key: `${story.number} ${attempt.order}`,
        subject: orderText(attempt),
        message: `The client did not know what had happened to it.${likelyRetryText(attempt)} The client has found out since that the first one went through, but ${isCharge(attempt) ? 'gave neither back' : 'voided neither'}.`,
        advice: `${searchAdvice(attempt)}${isCharge(attempt) ? ' If it was a retry, void or refund one of the two.' : ''}`,
        events: [attempt, ...looksFor(story, attempt), ...likelyRetrySteps(attempt)].sort(
          (one, other) => one.order - other.order,
        ),
      })),
}

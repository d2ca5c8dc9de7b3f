import { isChargedUnawares } from '../../stories/clarity.ts'
import { attemptsOf } from '../../stories/story.ts'
import { doneWord, isDoubled } from '../../stories/taken.ts'
import type { StoryFinding } from '../finding.ts'
import { attemptAmount, likelyRetrySteps, likelyRetryText, orderText, searchCall } from './words.ts'

export const chargedThoughRefused: StoryFinding<'charged-though-refused'> = {
  code: 'charged-though-refused',
  severity: 'warning',
  one: 'payment charged or refunded though refused',
  many: 'payments charged or refunded though refused',
  seen: 'A request was answered with a 4XX that did not come from the gateway, such as the 403 or 429 of a proxy, although the money had moved, and the client never searched for it.',
  judge: (story) =>
    attemptsOf(story)
      // A second charge is another finding.
      .filter((attempt) => isChargedUnawares(attempt) && !isDoubled(attempt))
      .map((attempt) => ({
        key: `${story.number} ${attempt.order}`,
        subject: orderText(attempt),
        message: `Answered ${attempt.exchange?.answer.status} although ${attemptAmount(attempt)} was ${doneWord(attempt)}, and the client cannot know that.${likelyRetryText(attempt)}`,
        advice: `Such an answer may come from a proxy between you and the gateway, whatever its body says: ask ${searchCall(attempt)} before you treat it as a refusal.`,
        events: [attempt, ...likelyRetrySteps(attempt)],
      })),
}

import { type Attempt, attemptsOf } from '../../stories/story.ts'
import { isLostSale } from '../../stories/story-verdict.ts'
import type { StoryFinding } from '../finding.ts'
import { eventsOf } from './double.ts'
import { amountText, orderText } from './words.ts'

export const lostSale = {
  code: 'lost-sale',
  severity: 'warning',
  one: 'lost sale',
  many: 'lost sales',
  seen: 'After an unclear answer the search said that it was not processed, and it was never tried again.',
  judge: (story) =>
    attemptsOf(story)
      .filter(isLostSale)
      .map((attempt) => ({
        key: `${story.number} ${attempt.order}`,
        subject: orderText(attempt),
        message: `The search said that it was not processed, and it was ${endText(attempt)}: ${amountText(attempt)} not earned.`,
        advice: 'After an empty search, send it again with a new correlation id.',
        events: [
          ...eventsOf(story, attempt.intent),
          ...story.events.filter(({ kind, order }) => kind === 'look' && order > attempt.order),
        ],
      })),
} as const satisfies StoryFinding

function endText({ intent: { attempts } }: Attempt): string {
  return attempts.length === 1 ? 'never tried again' : `given up after ${attempts.length} attempts`
}

import { type Attempt, attemptsOf } from '../../stories/story.ts'
import { doneWords } from '../../stories/story-text.ts'
import { isLost } from '../../stories/story-verdict.ts'
import { isRefund, targetOf } from '../../stories/taken.ts'
import type { StoryFinding } from '../finding.ts'
import { eventsOf } from './double.ts'
import { attemptAmount, orderText } from './words.ts'

export const lostSale: StoryFinding<'lost-sale'> = {
  code: 'lost-sale',
  severity: 'warning',
  one: 'lost sale',
  many: 'lost sales',
  seen: 'After a lost answer, a search showed that the request was not processed, and the client never tried again. The same applies to refunds, voids and completions, unless the client did something else with that payment, such as a void instead of the refund.',
  judge: (story) =>
    attemptsOf(story)
      .filter(isLost)
      .map((attempt) => ({
        key: `${story.number} ${attempt.order}`,
        subject: orderText(attempt),
        message: lossText(attempt),
        advice: 'After an empty search, send the request again with the same correlation id.',
        events: [
          ...eventsOf(story, attempt.intent),
          ...story.events.filter(({ kind, order }) => kind === 'look' && order > attempt.order),
        ],
      })),
}

function lossText(attempt: Attempt): string {
  const { operation, intent } = attempt
  const count = intent.attempts.length
  const end = count === 1 ? undefined : `given up after ${count} attempts`
  const amount = attemptAmount(attempt)
  if (operation === 'purchase' || operation === 'preauthorisation') {
    return `The search said that it was not processed, and it was ${end ?? 'never tried again'}: ${amount} not earned.`
  }
  const what = `${operation.replaceAll('_', ' ')}${isWorthKnown(attempt) ? ` of ${amount}` : ''}`
  return `The ${what} was not processed and ${end ?? 'never sent again'}: ${costText(attempt)}.`
}

/** A void of a payment that is older than the chapter does not show what it is worth. */
function isWorthKnown(attempt: Attempt): boolean {
  return attempt.operation !== 'void' || targetOf(attempt) !== undefined
}

/** What is not as it should be. */
function costText(attempt: Attempt): string {
  if (attempt.operation === 'completion') return 'the money was not earned'
  if (isRefund(attempt)) return 'the customer was not paid back'
  const target = targetOf(attempt)
  if (target === undefined) return 'nothing was voided'
  switch (doneWords[target.operation]) {
    case 'held':
      return 'the money is still held'
    case 'refunded':
      return 'the refund stands'
    default:
      return 'the customer was not paid back'
  }
}

import { money } from '../../money-text.ts'
import { retriesIn } from '../../stories/retry.ts'
import { type Attempt, type Intent, intentsOf, type Story } from '../../stories/story.ts'
import { currencyOf } from '../../stories/story-sum.ts'
import { isRefund, takenOf } from '../../stories/taken.ts'
import type { Sighting } from '../finding.ts'
import { amountText, orderText, timesText } from './order.ts'
import { retryAdvice } from './recovery-advice.ts'

/** The things of a story that were done more often than they were meant. */
export function doubledIn(
  story: Story,
  isOf: (attempt: Attempt) => boolean,
  verb: (attempt: Attempt) => string,
): readonly Sighting[] {
  return intentsOf(story).flatMap((intent) => {
    const taken = takenOf(intent)
    const [first] = taken
    if (first === undefined || taken.length < 2 || !isOf(first)) return []
    const sum = taken.reduce((cents, { made }) => cents + (made?.total ?? 0), 0)
    const all = money(sum, currencyOf(first))
    return [
      {
        key: `${story.number} ${first.order}`,
        subject: orderText(first),
        message: `${verb(first)} ${timesText(taken.length)}: ${all} ${isRefund(first) ? 'instead of' : 'for an order of'} ${amountText(first)}.`,
        advice: adviceFor(intent, taken),
        events: eventsOf(story, intent),
      },
    ]
  })
}

function adviceFor(intent: Intent, taken: readonly Attempt[]): string {
  const retry = retriesIn(intent).find(({ attempt }) => taken.indexOf(attempt) > 0)
  return retry === undefined ? 'Send each payment once.' : retryAdvice(retry)
}

/** The attempts at one thing, and everything that was asked between the first and the last. */
export function eventsOf(story: Story, { attempts }: Intent): Story['events'] {
  const from = attempts[0]?.order ?? 0
  const to = attempts.at(-1)?.order ?? 0
  return story.events.filter((event) => {
    if (event.kind === 'attempt') return attempts.includes(event)
    return event.order > from && event.order < to
  })
}

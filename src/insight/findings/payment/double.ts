import { moneyText } from '../../../domain/money.ts'
import { retriesIn } from '../../stories/retry.ts'
import { type Attempt, type Intent, intentsOf, type Story } from '../../stories/story.ts'
import { currencyOf } from '../../stories/story-sum.ts'
import { doneWord, isCharge, isRefund, takenOf } from '../../stories/taken.ts'
import type { Sighting, StoryFinding } from '../finding.ts'
import { amountText, orderText, retryAdvice, timesText } from './words.ts'

/** The intents of a story that were done more than once. */
function doubledIn(story: Story, isOf: (attempt: Attempt) => boolean): readonly Sighting[] {
  return intentsOf(story).flatMap((intent) => {
    const taken = takenOf(intent)
    const [first] = taken
    if (first === undefined || taken.length < 2 || !isOf(first)) return []
    return [
      {
        key: `${story.number} ${first.order}`,
        subject: orderText(first),
        message: excessText(first, taken),
        advice: adviceFor(intent, taken),
        events: eventsOf(story, intent),
      },
    ]
  })
}

/** `Charged 3 times: AUD 30.00 for an order of AUD 10.00, AUD 20.00 too much.` */
function excessText(first: Attempt, taken: readonly Attempt[]): string {
  const done = { charged: 'Charged', held: 'Held', refunded: 'Refunded' }[doneWord(first)]
  const totals = taken.map(({ made }) => made?.total ?? 0)
  const sum = totals.reduce((cents, total) => cents + total, 0)
  const [all, excess] = [sum, sum - (totals[0] ?? 0)].map((cents) =>
    moneyText(cents, currencyOf(first)),
  )
  const meant = `${isRefund(first) ? 'instead of' : 'for an order of'} ${amountText(first)}`
  const tooMuch = taken.length > 2 ? `, ${excess} too much` : ''
  const isPending = taken.some(({ status }) => status === 'pending')
  const yet = isPending ? ' Not all of it has cleared yet.' : ''
  return `${done} ${timesText(taken.length)}: ${all} ${meant}${tooMuch}.${yet}`
}

function adviceFor(intent: Intent, taken: readonly Attempt[]): string {
  const retry = retriesIn(intent).find(({ attempt }) => taken.indexOf(attempt) > 0)
  return retry === undefined ? 'Send each payment once.' : retryAdvice(retry)
}

/** The attempts of one intent, and the looks between the first and the last. */
export function eventsOf(story: Story, { attempts }: Intent): Story['events'] {
  const from = attempts[0]?.order ?? 0
  const to = attempts.at(-1)?.order ?? 0
  return story.events.filter((event) => {
    if (event.kind === 'attempt') return attempts.includes(event)
    return event.order > from && event.order < to
  })
}

export const doubleCharge = {
  code: 'double-charge',
  severity: 'error',
  one: 'double charge',
  many: 'double charges',
  seen: 'After an unclear answer (5XX, none, reset, cut off), the same merchant, operation, reference and amount was charged again, although the first one had been approved.',
  judge: (story) => doubledIn(story, isCharge),
} as const satisfies StoryFinding

export const doubleRefund = {
  code: 'double-refund',
  severity: 'error',
  one: 'double refund',
  many: 'double refunds',
  seen: 'After an unclear answer, the same refund was made again, although the first one had been approved.',
  judge: (story) => doubledIn(story, isRefund),
} as const satisfies StoryFinding

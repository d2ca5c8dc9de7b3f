import { type Attempt, attemptsOf, type Story, untilChanged } from './story.ts'
import type { Rail, StorySum } from './story-document.ts'
import { storyVerdict } from './story-verdict.ts'
import { chargedIn, doubledOf, refundedIn } from './taken.ts'

export function freshSumOf(story: Story): StorySum {
  const verdict = storyVerdict(story)
  const first = attemptsOf(story)[0]
  return {
    verdict,
    rail: railOf(story) ?? null,
    returned:
      verdict === 'declined' && story.events.some((one) => one.kind === 'move' && one.isReturn),
    charged: chargedIn(story),
    refunded: refundedIn(story),
    doubled: (/^double-/.test(verdict) && doubledOf(story)) || null,
    amount: first === undefined ? 0 : centsOf(first),
    currency: first === undefined ? '' : currencyOf(first),
  }
}

/** Remembered, because lists of open stories are read again and again. */
export const sumOf = untilChanged(freshSumOf)

export function centsOf({ requested, made }: Attempt): number {
  return requested.amount ?? made?.amount ?? 0
}

export function currencyOf({ requested, made }: Attempt): string {
  return requested.currency ?? made?.currency ?? ''
}

function railOf(story: Story): Rail | undefined {
  const attempts = attemptsOf(story)
  const made = attempts.find((one) => one.made !== undefined)
  const rails = (made === undefined ? attempts : [made]).map(railOfAttempt)
  return rails.find((rail) => rail !== undefined)
}

/** Taken from the transaction; without one, from the request as far as possible. */
export function railOfAttempt({ made, exchange, card }: Attempt): Rail | undefined {
  if (made !== undefined) return made.rail === 'card' ? 'card' : 'debit'
  // For unprocessed requests, only a card given in full is known.
  return railAsked(exchange) ?? (card === undefined ? undefined : 'card')
}

function railAsked(exchange: Attempt['exchange']): Rail | undefined {
  const rail = exchange?.asked.rail
  return rail === 'direct_debit' ? 'debit' : rail
}

/** The masked numbers of the cards and accounts that were to pay. */
export function paidWith({ events }: Story): readonly string[] {
  const numbers = events.flatMap((event) =>
    event.kind === 'attempt' ? (event.exchange?.asked.account ?? []) : [],
  )
  return numbers.length < 2 ? numbers : [...new Set(numbers)]
}

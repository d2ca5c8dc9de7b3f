import { memberOf } from '../../domain/plain-object.ts'
import { type Attempt, attemptsOf, type Story, untilChanged } from './story.ts'
import { type StoryVerdict, storyVerdict } from './story-verdict.ts'
import { chargedIn, type Doubled, doubledOf, refundedIn } from './taken.ts'

/** The result of a story. */
export interface StorySum {
  readonly verdict: StoryVerdict
  /** Null if nothing shows how it was to be paid. */
  readonly rail: Rail | null
  /** Whether it was declined because the bank returned the debit. */
  readonly returned: boolean
  /** Cents charged for good. */
  readonly charged: number
  readonly refunded: number
  /** For a double charge or refund: what was done too often, and how often. */
  readonly doubled: Doubled | null
  /** Cents as submitted. */
  readonly amount: number
  readonly currency: string
}

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

/** How a payment was made: with a card, or as a direct debit of a bank account. */
export type Rail = 'card' | 'debit'

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
  return railIn(exchange?.request.body) ?? (card === undefined ? undefined : 'card')
}

function railIn(body: unknown): Rail | undefined {
  const method = methodIn(body)
  if (typeof method !== 'object' || method === null) return undefined
  const pan = memberOf(memberOf(method, 'creditcard'), 'pan')
  // A token may stand for a card or a bank account.
  if (pan !== undefined) return String(pan).startsWith('9') ? undefined : 'card'
  return Object.keys(method).some((name) => name !== 'creditcard') ? 'debit' : undefined
}

function methodIn(body: unknown): unknown {
  return memberOf(memberOf(body, 'transaction'), 'payment_method')
}

/** The masked numbers of the cards and accounts that were to pay. */
export function paidWith({ events }: Story): readonly string[] {
  const numbers = events.flatMap((event) =>
    event.kind === 'attempt' ? (numberIn(event.exchange?.request.body) ?? []) : [],
  )
  return numbers.length < 2 ? numbers : [...new Set(numbers)]
}

function numberIn(body: unknown): string | undefined {
  const method = methodIn(body)
  const number =
    memberOf(memberOf(method, 'creditcard'), 'pan') ??
    memberOf(memberOf(method, 'directdebit'), 'account_number')
  return typeof number === 'string' ? number : undefined
}

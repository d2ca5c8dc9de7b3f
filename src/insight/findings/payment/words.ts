import { moneyText } from '../../../domain/money.ts'
import type { Retry } from '../../stories/retry.ts'
import { type Attempt, attemptsOf } from '../../stories/story.ts'
import { centsOf, currencyOf } from '../../stories/story-sum.ts'
import { doneWord } from '../../stories/taken.ts'

/** `order A-1001, AUD 49.95` */
export function orderText(attempt: Attempt): string {
  const valued = valuedBy(attempt)
  return orderSubject(attempt.requested.reference, centsOf(valued), currencyOf(valued))
}

/** A void has no amount, so an unprocessed one uses the amount of its target. */
function valuedBy(attempt: Attempt): Attempt {
  const { requested, made, story } = attempt
  if (requested.amount !== undefined || made !== undefined) return attempt
  return attemptsOf(story).find((one) => one.made?.audit === requested.target) ?? attempt
}

export function orderSubject(reference: string, cents: number, currency: string): string {
  return `${orderName(reference)}, ${moneyText(cents, currency)}`
}

/** A reference that already says what it is, such as `Refund N-1`, gets no `order` in front. */
export function orderName(reference: string): string {
  return /^(?:order\b|refund\b|\p{L}{3,}\s)/iu.test(reference) ? reference : `order ${reference}`
}

export function amountText(attempt: Attempt): string {
  const valued = valuedBy(attempt)
  return moneyText(centsOf(valued), currencyOf(valued))
}

/** `purchase with correlation id corr-1` */
export function requestText({ operation, correlationId }: Attempt): string {
  const name = operation.replaceAll('_', ' ')
  return correlationId === undefined ? name : `${name} with correlation id ${correlationId}`
}

/** `twice`, `3 times` */
export function timesText(count: number): string {
  return count === 2 ? 'twice' : `${count} times`
}

/** What a client should have done with an answer that was not clear. */
export function searchAdvice(attempt: Attempt): string {
  const { correlationId, clarity, made } = attempt
  if (clarity === 'undecided') {
    return `Look up audit ${made?.audit} until its status is approved, declined or error; treat any other status as undecided.`
  }
  if (correlationId === undefined) return 'Search for it first.'
  return `Search by correlation id ${correlationId} first; only an empty search means that it may be sent again.`
}

/** What a client should do about an answer that it did not look up. */
export function lookAdvice({ correlationId }: Attempt): string {
  const how =
    correlationId === undefined ? 'Search for it' : `Search by correlation id ${correlationId}`
  return `${how} until it says what became of it; an empty answer means that nothing was processed.`
}

/** What the client should have done instead of the retry. */
export function retryAdvice({ after, looks }: Retry): string {
  const found = looks.at(-1)?.found
  if (found === undefined) return searchAdvice(after)
  if (found === 'nothing') {
    return 'Search soon: the gateway forgets correlation ids after some hours, and then an empty search means nothing. Keep the audit, which is never forgotten.'
  }
  if (found === 'unknown' || found === 'pending') {
    return `Wait while the lookup says ${found}, and look again; only an empty search means that it may be sent again.`
  }
  return `Believe the lookup: it had found the first one ${found}. If these are two tests that use the same reference, reset the sandbox between them.`
}

/** `2.0 s later the same card was used for another purchase, order A-1002, AUD 49.95: …` */
export function likelyRetryText(lost: Attempt): string {
  const next = lost.likelyRetry
  if (next === undefined) return ''
  const ms = Math.max(0, next.realAt - (lost.lostAt ?? lost.realAt))
  const when = ms < 50 ? 'Right after that' : `${(ms / 1000).toFixed(1)} s later`
  const means = lost.made?.rail === 'direct_debit' ? 'account' : 'card'
  const name = next.operation.replaceAll('_', ' ')
  return ` ${when} the same ${means} was used for another ${name}, ${orderText(next)}: ${meaningOf(lost, next)}.`
}

/** What it means if it was a retry. */
function meaningOf(lost: Attempt, next: Attempt): string {
  if (isDone(lost) && isDone(next)) {
    return `if that was a retry, the customer was ${doubledTexts[doneWord(next)]} twice`
  }
  return 'that may be a retry'
}

const doubledTexts = {
  charged: 'charged',
  held: 'left with the money held',
  refunded: 'refunded',
} as const

function isDone({ status }: Attempt): boolean {
  return status === 'approved' || status === 'pending'
}

/** The possible retry as a further step, if its answer is kept. */
export function likelyRetrySteps({ likelyRetry }: Attempt): readonly Attempt[] {
  return likelyRetry?.exchange === undefined ? [] : [likelyRetry]
}

import { moneyText } from '../../../domain/money.ts'
import { capitalised } from '../../counted.ts'
import type { Exchange } from '../../exchange.ts'
import { isBankUnsure } from '../../payments/clarity.ts'
import type { Attempt } from '../../payments/judged-payment.ts'
import { centsOf, currencyOf } from '../../payments/payment-sum.ts'
import { isSameRequest } from '../../payments/placing.ts'
import {
  earlySearch,
  isUnansweredLook,
  missesIn,
  orderName,
  type Retry,
  retryMention,
} from '../../payments/retry.ts'
import { isCharge, targetOf } from '../../payments/taken.ts'
import type { JudgeSettings, PaymentSighting, Sighting } from '../finding.ts'

/** Names it by its order: `order A-1001, AUD 49.95`; a refund by the order that it gives money back for. */
export function orderSighting({ about, ...rest }: PaymentSighting): Sighting {
  const { reference } = (targetOf(about) ?? about).requested
  const subject = `${orderName(reference)}, ${attemptAmount(about)}`
  return { key: `${about.payment.number} ${about.order}`, subject, ...rest }
}

/** A void has no amount, so an unprocessed one uses the amount of its target. */
function valuedBy(attempt: Attempt): Attempt {
  const { requested, made } = attempt
  if (requested.amount !== undefined || made !== undefined) return attempt
  return targetOf(attempt) ?? attempt
}

export function attemptAmount(attempt: Attempt): string {
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

/** What a client should have done with an answer that left the outcome open. */
export function searchAdvice(attempt: Attempt): string {
  if (attempt.clarity === 'undecided' || isBankUnsure(attempt)) return decisionAdvice(attempt)
  return `First ask ${searchCall(attempt)}; ${ONLY_IF_EMPTY}`
}

const ONLY_IF_EMPTY =
  'send the request again, with the same correlation id, only if the search is empty.'

/** What a client should do with a payment that is not decided yet. */
export function decisionAdvice(attempt: Attempt): string {
  return `Ask ${lookupCall(attempt)} until the status is approved, declined or error; treat any other status as undecided.`
}

/** What a client should do about an answer that it did not look up. */
export function lookAdvice(attempt: Attempt): string {
  return `Ask ${searchCall(attempt)} until it responds; within the cache time (usually 24 hours), an empty search means that nothing was processed.`
}

/** `GET /v1/transactions?merchant_id=1&correlation_id_lookup=corr-1` */
export function searchCall({ merchant, correlationId }: Attempt): string {
  const id = correlationId === undefined ? '…' : encodeURIComponent(correlationId)
  return `GET /v1/transactions?merchant_id=${merchant}&correlation_id_lookup=${id}`
}

/** `POST /v1/transactions/purchase` */
export function requestLine({ request }: Exchange): string {
  return `${request.method} ${request.path}`
}

/** `GET /v1/transactions/1000001` */
export function lookupCall({ made }: Attempt): string {
  return `GET /v1/transactions/${made?.audit ?? '{audit}'}`
}

/** How to undo a transaction that should not have been made. */
export function undoAdvice(attempt: Attempt | undefined): string {
  const audit = attempt?.made?.audit
  const isPayment =
    attempt !== undefined && isCharge(attempt) && attempt.operation !== 'preauthorisation'
  const later = isPayment ? `, and POST /v1/transactions/${audit}/refund after it` : ''
  return `To undo audit ${audit}, send POST /v1/transactions/${audit}/void before the cut-off${later}.`
}

/** What a client can do about a lost answer, which gave no audit to look up. */
export const forgottenAdvice =
  'Ask GET /v1/transactions?merchant_id=…&correlation_id_lookup=… within the cache time (usually 24 hours): after it, the gateway has forgotten the correlation id, an empty search means nothing, and the id is accepted again. After that, reconcile with the settlement report, or ask the gateway, before you send it again.'

/** What a client can do about a search that lags behind the payments. */
export function lagAdvice(attempt: Attempt): string {
  return `Do not trust the first empty response to ${searchCall(attempt)}: ask again after a few seconds, or send the request again with its own correlation id, which the gateway accepts only once.`
}

/** What a client can do about a network that delivers requests late. */
export function patienceAdvice(attempt: Attempt): string {
  return `Before you trust an empty response to ${searchCall(attempt)}, wait longer than a request can be delayed on its way; or send the request again with its own correlation id, which the gateway accepts only once.`
}

/** The first two of these that one correlation id made: the gateway had forgotten it in between. */
export function reusedIn(taken: readonly Attempt[]): readonly [Attempt, Attempt] | undefined {
  for (const again of taken) {
    const first = taken.find((one) => again.repeats.includes(one) && isSameRequest(one, again))
    if (first !== undefined) return [first, again]
  }
  return undefined
}

export function reuseText(taken: readonly Attempt[]): string {
  const [first, again] = reusedIn(taken) ?? []
  return `Correlation id ${again?.correlationId} was sent again after the gateway had forgotten it, which created a second transaction: audit ${again?.made?.audit}, after ${first?.made?.audit}.`
}

export function reuseAdvice(taken: readonly Attempt[]): string {
  const [first] = reusedIn(taken) ?? []
  return first?.clarity === 'clear'
    ? `Before you send an old request again, ask ${lookupCall(first)}: the gateway never forgets an audit number. It refuses a correlation id twice only within its cache time.`
    : forgottenAdvice
}

/** What a client should do while the gateway has not decided. */
export function waitAdvice(attempt: Attempt, found: string): string {
  return `While the status is ${found}, wait and ask ${lookupCall(attempt)} again; send it again only after an empty search.`
}

/** What the client should have done instead of the retry. */
export function adviceForRetry(retry: Retry, { correlationCacheMs }: JudgeSettings): string {
  const { attempt, after, looks } = retry
  const last = looks.at(-1)
  const found = last?.found
  if (last?.exchange.facts.isHidden) return lagAdvice(after)
  const isLate = attempt.at - after.at >= correlationCacheMs && after.clarity !== 'undecided'
  if (found === 'nothing' || (found === undefined && isLate)) return forgottenAdvice
  if (found === undefined && earlySearch(after)) return patienceAdvice(after)
  if (found === undefined) {
    return after.clarity !== 'undecided' && missesIn(retry).some(isUnansweredLook)
      ? `A search that fails says nothing: repeat ${searchCall(after)} until it responds; ${ONLY_IF_EMPTY}`
      : searchAdvice(after)
  }
  if (looks.at(-1)?.exchange.facts.shown?.isDrifting) {
    return `Treat a status that you do not know as unknown: ask ${lookupCall(after)} again, and do not send the payment again.`
  }
  if (found === 'unknown' || found === 'pending') {
    return waitAdvice(after, found)
  }
  return `Trust the lookup: it showed that the first payment was ${found}. If these are two tests that use the same reference, reset the sandbox between them.`
}

/** The retry that may have followed, as a sentence after others. */
export function likelyRetryText(lost: Attempt): string {
  const text = retryMention(lost)
  return text === undefined ? '' : ` ${capitalised(text)}.`
}

/** The possible retry as a further step, if its answer is kept. */
export function likelyRetrySteps({ likelyRetry }: Attempt): readonly Attempt[] {
  return likelyRetry?.exchange === undefined ? [] : [likelyRetry]
}

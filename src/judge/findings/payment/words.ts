import { capitalised } from '../../../base/text/counted.ts'
import { moneyText } from '../../../domain/money.ts'
import type { Exchange } from '../../../record/exchange.ts'
import { isBankUnsure } from '../../payments/clarity.ts'
import type { Attempt } from '../../payments/judged-payment.ts'
import { cameBefore } from '../../payments/looks.ts'
import { centsOf, currencyOf } from '../../payments/payment-sum.ts'
import { isSameRequest } from '../../payments/placing.ts'
import {
  earlySearch,
  isFailedLook,
  missesIn,
  orderName,
  type Retry,
  retryMention,
} from '../../payments/retry.ts'
import {
  completionsOf,
  holdsMoney,
  isCharge,
  isStandingHold,
  orderReferenceOf,
  targetOf,
} from '../../payments/taken.ts'
import type { Advice, JudgeSettings, PaymentSighting, Sighting } from '../finding.ts'

/** Names it by its order: `order A-1001, AUD 49.95`; a refund by the order that it gives money back for. */
export function orderSighting({ about, ...rest }: PaymentSighting): Sighting {
  const order = orderReferenceOf(about)
  const subject = `${orderName(order)}, ${attemptAmount(about)}`
  return { key: `${about.payment.number} ${about.order}`, subject, order, ...rest }
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
export function searchAdvice(attempt: Attempt): Advice {
  if (attempt.clarity === 'undecided') return bankAdvice(attempt)
  return { cause: 'no-search', advice: `First ask ${searchCall(attempt)}; ${ONLY_IF_EMPTY}` }
}

const ONLY_IF_EMPTY =
  'send the request again, with the same correlation id, only if the search is empty.'

/** What a client should do with a payment that is not decided yet. */
export function bankAdvice(attempt: Attempt): Advice {
  if (isBankUnsure(attempt)) {
    return {
      cause: 'bank-unsure',
      advice: `Before you send it again, ask ${lookupCall(attempt)} what happened to it: approved or pending means that the money moved, and error that it did not.`,
    }
  }
  return {
    cause: 'undecided',
    advice: `Ask ${lookupCall(attempt)} until the status is approved, declined or error; treat any other status as undecided.`,
  }
}

/**
 * What a client should do about an answer that it did not look up. To send the request again with its
 * id is safe even if the first one is merely late; to give the order up after an empty search is not.
 */
export function lookAdvice(attempt: Attempt, cause: string): Advice {
  return {
    cause,
    advice: `Ask ${searchCall(attempt)} until it responds. If the search is empty within the cache time (usually 24 hours), send the request again with the same correlation id.`,
  }
}

/** `GET /v1/transactions?merchant_id=1&correlation_id_lookup=corr-1` */
export function searchCall({
  merchant,
  correlationId,
}: {
  readonly merchant?: number | null | undefined
  readonly correlationId?: string | undefined
}): string {
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

/** The transaction that took the money: of a hold, its completion. */
export function paymentOf(attempt: Attempt): Attempt {
  return completionsOf(attempt).find(holdsMoney) ?? attempt
}

/** Which payment of an order to undo: the last one, or a hold that is left beside what paid. */
export function needlessOf(payments: readonly Attempt[]): Attempt | undefined {
  const hold = payments.findLast(isStandingHold)
  return hold ?? payments.map(paymentOf).at(-1)
}

/** How to undo a transaction that should not have been made. */
export function undoAdvice(attempt: Attempt | undefined): string {
  if (attempt?.made === undefined) return ''
  const { operation, made, status, requested } = attempt
  const call = `POST /v1/transactions/${made.audit}`
  const undo = `To undo audit ${made.audit}, send`
  if (operation === 'preauthorisation') return `Void the hold that is left: ${call}/void.`
  if (made.method === 'direct_debit' && isCharge(attempt)) {
    if (status !== 'pending') return `${undo} ${call}/refund.`
    return `${undo} ${call}/void until the debit is lodged. After that, wait until it has cleared, and only then send ${call}/refund.`
  }
  if (operation === 'completion') {
    return `${undo} ${call}/void before the cut-off, and then POST /v1/transactions/${requested.target}/void, because its hold comes back. After the cut-off, send ${call}/refund.`
  }
  return `${undo} ${call}/void before the cut-off${operation === 'purchase' ? `, or ${call}/refund after it` : ''}.`
}

/** What a client can do about a lost answer, which gave no audit to look up. */
export const forgottenAdvice: Advice = {
  cause: 'forgotten-id',
  advice:
    'Ask GET /v1/transactions?merchant_id=…&correlation_id_lookup=… within the cache time (usually 24 hours): after it, the gateway has forgotten the correlation id, an empty search means nothing, and the id is accepted again. After that, reconcile with the settlement report, or ask the gateway, before you send it again.',
}

/** What a client can do about a search that lags behind the payments. */
export function lagAdvice(attempt: Attempt): Advice {
  return {
    cause: 'lagging-search',
    advice: `Do not trust the first empty response to ${searchCall(attempt)}: ask again after a few seconds, or send the request again with its own correlation id, which the gateway accepts only once.`,
  }
}

/** What a client can do about a network that delivers requests late. */
export function patienceAdvice(attempt: Attempt): Advice {
  return {
    cause: 'early-search',
    advice: `Before you trust an empty response to ${searchCall(attempt)}, wait longer than a request can be delayed on its way; or send the request again with its own correlation id, which the gateway accepts only once.`,
  }
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

export function reuseAdvice(taken: readonly Attempt[]): Advice {
  const [first] = reusedIn(taken) ?? []
  if (first?.clarity !== 'clear') return forgottenAdvice
  return {
    cause: 'old-request',
    advice: `Before you send an old request again, ask ${lookupCall(first)}: the gateway never forgets an audit number. It refuses a correlation id twice only within its cache time.`,
  }
}

/** What a client should do while the gateway has not decided. */
export function waitAdvice(attempt: Attempt, found: 'unknown' | 'pending'): Advice {
  return {
    cause: `still-${found}`,
    advice: `While the status is ${found}, wait and ask ${lookupCall(attempt)} again; send it again only after an empty search.`,
  }
}

/** What the client should have done instead of the retry. */
export function adviceForRetry(retry: Retry, { correlationCacheMs }: JudgeSettings): Advice {
  const { attempt, after, looks } = retry
  const last = looks.at(-1)
  const found = last?.found
  if (last?.exchange.facts.hidden) return lagAdvice(after)
  if (cameBefore(last, after)) return patienceAdvice(after)
  const isLate = attempt.at - after.at >= correlationCacheMs && after.clarity !== 'undecided'
  if (found === 'nothing' || (found === undefined && isLate)) return forgottenAdvice
  if (found === undefined && earlySearch(after)) return patienceAdvice(after)
  if (found === undefined) {
    const hasFailed = after.clarity !== 'undecided' && missesIn(retry).some(isFailedLook)
    if (!hasFailed) return searchAdvice(after)
    return {
      cause: 'failed-search',
      advice: `A search that fails says nothing: repeat ${searchCall(after)} until it responds; ${ONLY_IF_EMPTY}`,
    }
  }
  if (looks.at(-1)?.exchange.facts.shown?.drifting) {
    return {
      cause: 'unknown-status',
      advice: `Treat a status that you do not know as unknown: ask ${lookupCall(after)} again, and do not send the payment again.`,
    }
  }
  if (found === 'unknown' || found === 'pending') {
    return waitAdvice(after, found)
  }
  return {
    cause: 'ignored-lookup',
    advice: `Trust the lookup: it showed that the first payment was ${found}. If these are two tests that use the same reference, reset the sandbox between them.`,
  }
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

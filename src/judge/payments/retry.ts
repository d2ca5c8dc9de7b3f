import { laterText } from '../../base/text/counted.ts'
import { moneyText } from '../../domain/money.ts'
import { isChargedAgain, isReadable } from './clarity.ts'
import {
  type Attempt,
  type Intent,
  intentsOf,
  type Look,
  type PaymentEvent,
  untilChanged,
} from './judged-payment.ts'
import { beginsAlike } from './likely-retry.ts'
import { answeredLooks, isLookFor, sentAlike } from './looks.ts'
import { methodOfAttempt } from './payment-sum.ts'
import { isOtherCard, isSameRequest, isUnderWay, repeatOf } from './placing.ts'
import { doneWord, isDone } from './taken.ts'

/**
 * A repeated attempt that an earlier one may have done already, and what the client asked in
 * between.
 */
export interface Retry {
  readonly attempt: Attempt
  /** The latest attempt before it that the client did not ask about; else the latest unclear one. */
  readonly after: Attempt
  /** The answered lookups and searches in between that could have shown its result. */
  readonly looks: readonly Look[]
}

/** Remembered, because every attempt of a payment asks for the same. */
const retriesOf = untilChanged(
  (payment) => new Map(intentsOf(payment).map((intent) => [intent, freshRetriesIn(intent)])),
)

/** The retries within one intent. Sending the same id again is not a retry: it cannot act twice. */
export function retriesIn(intent: Intent): readonly Retry[] {
  const [first] = intent.attempts
  // Almost no payment is repeated, and there is nothing to remember of the others.
  if (first === undefined || intent.attempts.every(({ repeats }) => repeats.length === 0)) return []
  return retriesOf(first.payment).get(intent) ?? []
}

function freshRetriesIn({ attempts }: Intent): readonly Retry[] {
  const retries: Retry[] = []
  const looks = attempts[0] ? answeredLooks(attempts[0].payment) : []
  const answers = attempts.filter(
    (one) => one.clarity === 'clear' && one.certainOutcome !== undefined,
  )
  for (const attempt of attempts) {
    // A whole answer to its id told the client what happened, before the next one was sent.
    const isAnswered = (lost: Attempt) =>
      answers.some(
        (one) =>
          one.order > lost.order &&
          sentAlike(lost).includes(one) &&
          (one.answered ?? 0) < attempt.arrived,
      )
    // A refused request makes no transaction, unless only the state of its target stopped it.
    if (attempt.clarity === 'open' || (attempt.clarity === 'refused' && !isStopped(attempt)))
      continue
    const doubtful = attempt.repeats.filter(
      (one) =>
        isUnclear(one) &&
        !isAnswered(one) &&
        !isSameRequest(attempt, one) &&
        repeatOf(one, attempt) !== 'at-once',
    )
    const asked = doubtful.map((after) => ({
      attempt,
      after,
      looks: looks.filter(
        (look) => look.order > after.order && look.order < attempt.order && isLookFor(look, after),
      ),
    }))
    // To ask about one of them tells nothing about the others.
    const retry = asked.findLast((one) => one.looks.length === 0) ?? asked.at(-1)
    if (retry !== undefined) retries.push(retry)
  }
  return retries
}

/** Whether the answer leaves the client unsure of the result. */
function isUnclear(attempt: Attempt): boolean {
  return attempt.clarity === 'unclear' || attempt.clarity === 'undecided'
}

/** Refusals of a target that cannot be acted on again, as happens after a first success. */
const stops: ReadonlySet<string> = new Set([
  'already_completed',
  'not_completable',
  'amount_exceeds_preauthorisation',
  'not_refundable',
  'refund_exceeds_original',
  'not_voidable',
])

/** Whether a valid request was refused only because of its target's state. */
export function isStopped({ clarity, exchange }: Attempt): boolean {
  return (
    clarity === 'refused' && exchange?.facts.refusals?.some(({ code }) => stops.has(code)) === true
  )
}

/** A search for it that was answered before it arrived. */
export function earlySearch(attempt: Attempt): Look | undefined {
  const { payment, order, reachedOrder = order, correlationKey } = attempt
  const isEarly = (event: PaymentEvent): event is Look =>
    event.kind === 'look' &&
    event.order < reachedOrder &&
    event.exchange.operation === 'search' &&
    event.exchange.asked.correlation_key === correlationKey
  return correlationKey === undefined ? undefined : payment.events.find(isEarly)
}

/** Why it was sent again, as far as the client's questions tell. */
export function reasonText(attempt: Attempt): string {
  if (attempt.repeats.length === 0) return ''
  const retry = retriesIn(attempt.intent).find((one) => one.attempt === attempt)
  if (retry === undefined || attempt.rivals.length > 0) return overtakingText(attempt)
  const look = retry.looks.at(-1)
  const found = look?.found
  const missed = missesIn(retry).at(-1)
  if (found === undefined) return blindText(retry, missed)
  if (found === 'nothing') return ', sent again because nothing was found'
  if (isStillToVoid(attempt, look)) return `, sent again because the payment was still ${found}`
  const isFailed = found === 'declined' || found === 'error'
  return `, ${isFailed ? 'after' : 'although'} the lookup had said ${found}`
}

/** Whether the lookup of its payment showed that the void before it had not happened. */
function isStillToVoid({ operation, requested }: Attempt, look: Look | undefined): boolean {
  if (operation !== 'void' || look?.found === 'voided') return false
  return look?.exchange.facts.shown?.audit === requested.target
}

function blindText({ after }: Retry, missed: Look | undefined): string {
  if (missed === undefined) {
    return earlySearch(after) === undefined
      ? ', with no lookup in between'
      : `, after a search that came before ${after.correlationId} had arrived`
  }
  return isReadable(missed.exchange)
    ? `, although ${missText(missed)}`
    : ', with no lookup in between that got a response'
}

const LATE = 'arrived after a search for it was empty'

/** When the network delivered a request that it had held back; its other texts end before that. */
export function arrivalText(attempt: Attempt, outcome: string): string {
  if (attempt.reachedOrder === undefined) return ''
  const when = earlySearch(attempt) === undefined ? 'arrived later' : LATE
  return `; it ${when}: ${outcome}`
}

function overtakingText(attempt: Attempt): string {
  if (attempt.isLate) return `, ${LATE}`
  if (attempt.rivals.length > 0) return ', sent although another request had paid for the order'
  if (isForgotten(attempt)) return ', a second time: the gateway had forgotten the id'
  const first = attempt.repeats.find((one) => isUnderWay(one, attempt))
  return first === undefined || isSameRequest(first, attempt)
    ? ''
    : ', sent while the first was still under way'
}

/** Whether it did the same again under its id. */
function isForgotten(attempt: Attempt): boolean {
  return attempt.repeats.some(
    (first) =>
      isSameRequest(first, attempt) &&
      isDone(first) &&
      isDone(attempt) &&
      first.made?.audit !== attempt.made?.audit,
  )
}

/** The client's questions before a retry that could not tell it anything. */
export function missesIn({ attempt, after }: Retry): readonly Look[] {
  return attempt.payment.events.filter(
    (event) =>
      event.kind === 'look' &&
      (event.found === undefined || !isLookFor(event, after)) &&
      event.order > after.order &&
      event.order < attempt.order,
  ) as readonly Look[]
}

/** Whether the client asked, and got no answer of the gateway. */
export function isUnansweredLook({ exchange: { response } }: Pick<Look, 'exchange'>): boolean {
  return (response.status ?? 500) >= 500
}

/** Whether it got no answer of the gateway, or one of something in front of it: the same question may be answered later. */
export function isFailedLook(look: Look): boolean {
  const { facts, fault } = look.exchange
  return isUnansweredLook(look) || (facts.shown === undefined && fault !== null)
}

/** `the client searched for corr-9, which is no id of this payment` */
export function missText(look: Look): string {
  const { exchange, missed } = look
  const kind = exchange.operation === 'search' ? 'search' : 'lookup'
  const { response, merchant, facts } = exchange
  const { status } = response
  if (isUnansweredLook(look)) return `the ${kind} had no usable response`
  if (facts.shown === undefined) {
    return status === 404 && exchange.fault !== null
      ? `the ${kind} got a 404, but not from the gateway`
      : `the ${kind} was refused (${status})`
  }
  const {
    audit,
    correlation_id: correlationId = 'another id',
    correlation_key: correlationKey,
  } = exchange.asked
  if (look.found !== undefined) return otherText(look)
  if (audit !== undefined) return `the client looked up audit ${audit}, which is not this payment`
  if (correlationKey === missed?.correlationKey && merchant !== missed?.merchant) {
    return `the client searched at merchant ${merchant}`
  }
  return `the client searched for ${correlationId}, which is no id of this payment`
}

/** `the client searched for corr-1, which is another request (declined)` */
function otherText({ exchange, found }: Look): string {
  const { audit, correlation_id: correlationId = 'another id' } = exchange.asked
  const asked = audit === undefined ? `searched for ${correlationId}` : `looked up audit ${audit}`
  const status = found === 'nothing' ? 'not processed' : found
  return `the client ${asked}, which is another request (${status})`
}

/** A later payment that may be a retry; findings tell it if the client never looked. */
export function mentionText(attempt: Attempt): string {
  if (attempt.lookedOrder === undefined || isChargedAgain(attempt)) return ''
  const text = retryMention(attempt)
  return text === undefined ? '' : `; ${text}`
}

/** `2.0 s later the same card was used for another purchase, order A-1001-2, AUD 49.95: …` */
export function retryMention(lost: Attempt): string | undefined {
  const next = lost.likelyRetry
  if (next === undefined) return undefined
  const ms = Math.max(0, next.realAt - (lost.lostAt ?? lost.realAt))
  const when = isClockMoved(next, lost) ? 'later' : laterText(ms)
  const [means, otherMeans] = [lost, next].map((one) =>
    methodOfAttempt(one) === 'direct_debit' ? 'account' : 'card',
  )
  const otherText =
    means === otherMeans
      ? `another ${means}`
      : `a ${otherMeans === 'card' ? 'card' : 'bank account'}`
  const name = next.operation.replaceAll('_', ' ')
  if (next.intent.key === lost.intent.key) {
    return isOtherCard(lost, next)
      ? `${when} there was a ${name} for the same order with ${otherText}, which may be the same payment`
      : `${when} there was another ${name} for the same order with the same ${means}: ${meaningOf(lost, next)}`
  }
  const { reference } = next.requested
  const cents = moneyText(next.requested.amount ?? 0, next.requested.currency ?? '')
  const where = next.merchant === lost.merchant ? '' : ` at merchant ${next.merchant}`
  // Tests often pay everything with one card and one amount, which alone says little.
  if (next.payment !== lost.payment && !beginsAlike(lost.requested.reference, reference)) {
    return `${orderName(reference)}${where}, ${when} with the same ${means} and amount, may be a retry`
  }
  const payer = isOtherCard(lost, next) ? otherText : `the same ${means}`
  return `${when} ${payer} was used for another ${name}${where}, ${orderName(reference)}, ${cents}: ${meaningOf(lost, next)}`
}

/** Whether the sandbox clock was moved in between, so that it shows more time than the client waited. */
export function isClockMoved(attempt: Attempt, after: Attempt): boolean {
  return attempt.at - after.at - (attempt.realAt - after.realAt) >= 1000
}

/** What it means if it was a retry. */
function meaningOf(lost: Attempt, next: Attempt): string {
  if (!isDone(lost) || !isDone(next)) return 'that may be a retry'
  const word = doneWord(next)
  const done = word === 'held' ? 'left with the money held' : word
  return `if that was a retry, the customer was ${done} twice`
}

/** A reference that already says what it is, such as `Refund N-1`, gets no `order` in front. */
export function orderName(reference: string): string {
  return /^(?:order\b|refund\b|\p{L}{3,}\s)/iu.test(reference) ? reference : `order ${reference}`
}

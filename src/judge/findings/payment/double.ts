import { capitalised, laterText } from '../../../base/text/counted.ts'
import { moneyText } from '../../../domain/money.ts'
import {
  type Attempt,
  type Intent,
  intentsOf,
  type JudgedPayment,
} from '../../payments/judged-payment.ts'
import { lastLookBefore } from '../../payments/looks.ts'
import { currencyOf } from '../../payments/payment-sum.ts'
import { isUnderWay, type RepeatKind } from '../../payments/placing.ts'
import { earlySearch, retriesIn } from '../../payments/retry.ts'
import {
  doneWord,
  doublingsOf,
  givenBackOf,
  isCharge,
  isRefund,
  movedBy,
} from '../../payments/taken.ts'
import type {
  Advice,
  JudgeSettings,
  PaymentFinding,
  PaymentSighting,
  Sighting,
} from '../finding.ts'
import type { MoneyAmount } from '../money-amount.ts'
import {
  adviceForRetry,
  attemptAmount,
  needlessOf,
  patienceAdvice,
  requestText,
  reuseAdvice,
  reusedIn,
  searchAdvice,
  timesText,
  undoAdvice,
  waitAdvice,
} from './words.ts'

interface DoublingText {
  readonly kinds: readonly RepeatKind[]
  readonly isOf?: ((attempt: Attempt) => boolean) | undefined
  readonly message: (taken: readonly Attempt[]) => string
  readonly advice: (taken: readonly Attempt[], intent: Intent) => Pick<Sighting, 'advice' | 'cause'>
}

/** The intents of a payment that were done more than once, in one of the ways. */
export function doubledIn(
  payment: JudgedPayment,
  { kinds, isOf, message, advice }: DoublingText,
): readonly PaymentSighting[] {
  return intentsOf(payment).flatMap((intent) => {
    const taken = takenIn(intent, kinds)
    const [first] = taken
    if (first === undefined || isOf?.(first) === false) return []
    return [
      {
        about: first,
        message: message(taken),
        overcharged: excessOf(taken),
        ...advice(taken, intent),
        events: eventsOf(payment, intent),
      },
    ]
  })
}

/** The attempts that moved the money in these ways, in their order. */
function takenIn(intent: Intent, kinds: readonly RepeatKind[]): readonly Attempt[] {
  const doublings = doublingsOf(intent).filter(({ kind }) => kinds.includes(kind))
  return intent.attempts.filter((one) => doublings.some(({ attempts }) => attempts.includes(one)))
}

/** All but the first of these should not have moved. */
function excessOf(taken: readonly Attempt[]): MoneyAmount {
  const [first, ...again] = taken as readonly [Attempt, ...Attempt[]]
  const cents = again.reduce((sum, one) => sum + movedBy(one), 0)
  return { cents, currency: currencyOf(first) }
}

/** `Charged 3 times: AUD 30.00 for an order of AUD 10.00, AUD 20.00 too much.` */
function excessText(taken: readonly Attempt[], when = ''): string {
  const [first] = taken as readonly [Attempt]
  const [once, more] = [movedBy(first), excessOf(taken).cents]
  const [all, single, excess] = [once + more, once, more].map((cents) =>
    moneyText(cents, currencyOf(first)),
  )
  const hasSurcharge = taken.some(({ made }) => made?.total !== made?.amount)
  const meant = isRefund(first) ? 'instead of' : 'for an order of'
  const order = `${meant} ${attemptAmount(first)}${hasSurcharge ? ` (${single} with its surcharge)` : ''}`
  const tooMuch = taken.length > 2 ? `, ${excess} too much` : ''
  const with_ = hasSurcharge ? ' with surcharges,' : ''
  return `${doneText(taken)}${when}: ${all}${with_} ${order}${tooMuch}.${undoneText(taken)}${clearedText(taken)}`
}

/** `Charged twice`, `Held and charged`. */
function doneText(taken: readonly Attempt[]): string {
  const words = [...new Set(taken.map(doneWord))]
  const [word = '', other] = words
  const done = capitalised(word)
  if (other === undefined) return `${done} ${timesText(taken.length)}`
  return `${done} and ${other}${taken.length > 2 ? `, ${timesText(taken.length)} in all` : ''}`
}

/** What the client undid since, although it did not put it right. */
function undoneText(taken: readonly Attempt[]): string {
  const [first] = taken as readonly [Attempt]
  const undone = taken.filter((one) => givenBackOf(one) > 0)
  if (undone.length === 0) return ''
  const cents = undone.reduce((sum, one) => sum + givenBackOf(one), 0)
  const ways = new Set(undone.map(({ status }) => (status === 'voided' ? 'voided' : 'refunded')))
  return ` ${moneyText(cents, currencyOf(first))} of it was ${[...ways].join(' or ')} later.`
}

/** What the bank did with debits since. */
function clearedText(taken: readonly Attempt[]): string {
  const returned = taken.filter(({ returnedOrder }) => returnedOrder !== undefined).length
  if (returned > 0) {
    return ` The bank returned ${returned === taken.length ? 'all' : returned} of them later.`
  }
  return taken.some(({ status }) => status === 'pending') ? ' Not all of it has cleared yet.' : ''
}

/** Whether a later one was sent while an earlier one was under way. */
function overtakenIn(taken: readonly Attempt[]): readonly [Attempt, Attempt] | undefined {
  const all = new Set(taken)
  for (const again of taken) {
    const first = again.repeats.find((one) => isUnderWay(one, again) && all.has(one))
    if (first !== undefined) return [first, again]
  }
  return undefined
}

function doubleText(taken: readonly Attempt[]): string {
  const pair = overtakenIn(taken)
  if (pair === undefined) return excessText(taken)
  const [first, again] = pair
  const after = laterText(again.realAt - first.realAt)
  return `${excessText(taken)} It was sent again while the first was still under way, ${after}.`
}

function doubleAdvice(taken: readonly Attempt[], intent: Intent, settings: JudgeSettings): Advice {
  const retry = retriesIn(intent).find(({ attempt }) => taken.indexOf(attempt) > 0)
  if (retry !== undefined) return adviceForRetry(retry, settings)
  if (reusedIn(taken) !== undefined) return reuseAdvice(taken)
  const [first, again] = (overtakenIn(taken) ?? taken) as readonly [Attempt, Attempt?]
  const seen = again && lastLookBefore(first, again)?.found
  return seen === 'unknown' || seen === 'pending' ? waitAdvice(first, seen) : searchAdvice(first)
}

/** The attempts of one intent, and the looks between the first and the last. */
export function eventsOf(payment: JudgedPayment, { attempts }: Intent): JudgedPayment['events'] {
  const from = attempts[0]?.order ?? 0
  const to = attempts.at(-1)?.order ?? 0
  const isLate = attempts.some((one) => earlySearch(one) !== undefined)
  return payment.events.filter((event) => {
    if (event.kind === 'attempt') return attempts.includes(event)
    return (event.order > from || isLate) && event.order < to
  })
}

function doubledText(isOf: DoublingText['isOf'], settings: JudgeSettings): DoublingText {
  return {
    kinds: ['double', 'reused-id'],
    isOf,
    message: doubleText,
    advice: (taken, intent) => doubleAdvice(taken, intent, settings),
  }
}

export const doubleCharge: PaymentFinding<'double-charge'> = {
  code: 'double-charge',
  severity: 'error',
  one: 'double charge',
  seen: `Two requests with the same merchant, reference and amount both charged the customer or held the amount, and one of these is true:

- The client did not know the outcome of the first request: its response was lost or undecided.
- The first request had had no response for at least a second when the client sent the second one.
- The first request got a 4xx although the money had moved.
- The client sent a correlation id again after the gateway had forgotten it.`,
  judge: (payment, settings) => doubledIn(payment, doubledText(isCharge, settings)),
}

export const doubleRefund: PaymentFinding<'double-refund'> = {
  code: 'double-refund',
  severity: 'error',
  one: 'double refund',
  seen: 'The same as `double-charge`, for refunds by audit number and standalone refunds.',
  judge: (payment, settings) => doubledIn(payment, doubledText(isRefund, settings)),
}

export const chargedAtOnce: PaymentFinding<'charged-at-once'> = {
  code: 'charged-at-once',
  severity: 'warning',
  one: 'double click or duplicate job',
  many: 'double clicks or duplicate jobs',
  seen: 'The same card, reference and amount was sent twice within a second, before the response to the first, and both went through: a double click, or a job that was delivered twice. The same applies to two senders of one order, however far apart: each searched for its own correlation id or sent its own request again, or both sent a new one after a search that found the first one failed or unprocessed. Two payments on purpose may look the same, so it is a warning. With `--unique-references`, two payments are the error `paid-again` instead. If one of the responses was lost, this finding is reported only if the client later found both payments.',
  judge: (payment, { uniqueReferences }) =>
    doubledAtOnce(payment, uniqueReferences ? isRefund : undefined),
}

/** Two payments on purpose may share a reference, such as those of parallel tests. */
const UNIQUE_HINT =
  ' This is a warning because two orders may have the same reference. If each reference is one order, `--unique-references` makes it an error.'

/** Payments that were made twice within a second; if an order is paid once, they are `paid-again`. */
export function doubledAtOnce(
  payment: JudgedPayment,
  isOf: DoublingText['isOf'],
): readonly PaymentSighting[] {
  return doubledIn(payment, {
    kinds: ['at-once'],
    isOf,
    message: (taken) => {
      const isOfTwo = taken.some(({ rivals }) => rivals.some((one) => taken.includes(one)))
      return excessText(taken, isOfTwo ? ' by two senders' : ' at the same moment')
    },
    advice: (taken) => ({
      advice: `Allow only one request per order at a time: disable the button, lock the order, or make the correlation id from the order, so that the gateway refuses the second request. ${undoAdvice(needlessOf(taken))}${isOf === undefined && taken.every(isCharge) ? UNIQUE_HINT : ''}`,
    }),
  })
}

export const lateRequest: PaymentFinding<'late-request'> = {
  code: 'late-request',
  severity: 'warning',
  one: 'double charge or refund by a late request',
  many: 'double charges or refunds by late requests',
  seen: 'A search for a correlation id was empty, so the client sent another request. Then the first request reached the gateway, for the first time, and both went through. If the gateway had seen the first request before, somebody sent it again: that is `charged-at-once`.',
  judge: (payment) =>
    doubledIn(payment, {
      kinds: ['late'],
      message: (taken) => {
        const late = lateOf(taken)
        // Without a rule that holds it back, nobody knows whether it was late or sent again.
        if (late.reachedOrder === undefined && late.isLate) {
          return `The ${requestText(late)} came after a search for it had been empty and another one had been sent, late or for a second time. ${excessText(taken)}`
        }
        const isAsked = taken.some(({ order }) => order > (earlySearch(late)?.order ?? order))
        const searched = isAsked ? 'a search for it had been empty, and ' : ''
        return `The ${requestText(late)} arrived late: ${searched}the client had sent it again. ${excessText(taken)}`
      },
      advice: (taken) => (reusedIn(taken) ? outlivedAdvice : patienceAdvice(lateOf(taken))),
    }),
}

/** A client cannot prevent that its id is forgotten while a request is on its way. */
const outlivedAdvice: Advice = {
  cause: 'outlived-id',
  advice:
    'Do not move the clock past the cache time (usually 24 hours) while a rule holds a request back: the gateway forgets its correlation id, and no network delays a request for that long.',
}

function lateOf(taken: readonly Attempt[]): Attempt {
  return (taken.find(({ isLate, reachedOrder }) => isLate || reachedOrder !== undefined) ??
    taken.at(-1)) as Attempt
}

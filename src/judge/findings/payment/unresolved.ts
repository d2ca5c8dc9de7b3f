import { capitalised, laterText } from '../../../base/text/counted.ts'
import { isBankUnsure, isOverlooked, isReplayed, isTakenForPaid } from '../../payments/clarity.ts'
import {
  type Attempt,
  intentsOf,
  type JudgedPayment,
  type Look,
} from '../../payments/judged-payment.ts'
import { cameBefore, isLookFor, sentAlike } from '../../payments/looks.ts'
import { centsOf, currencyOf } from '../../payments/payment-sum.ts'
import { doneWords, stepKind } from '../../payments/payment-text.ts'
import { isSameRequest, wasSentBeforeLoss } from '../../payments/placing.ts'
import {
  earlySearch,
  isClockMoved,
  isStopped,
  isUnansweredLook,
  missesIn,
  missText,
  type Retry,
  retriesIn,
} from '../../payments/retry.ts'
import { doneWord, hasExpired, isDone, isDoubled, isRefund } from '../../payments/taken.ts'
import type { Advice, PaymentFinding, PaymentSighting } from '../finding.ts'
import { eventsOf } from './double.ts'
import {
  adviceForRetry,
  attemptAmount,
  bankAdvice,
  forgottenAdvice,
  lagAdvice,
  likelyRetrySteps,
  likelyRetryText,
  lookAdvice,
  patienceAdvice,
  requestText,
} from './words.ts'

/** Real time that a client has to look up a lost answer before it is judged while it runs. */
export const LOOK_PATIENCE_MS = 30_000

export const unresolved: PaymentFinding<'unresolved'> = {
  code: 'unresolved',
  severity: 'error',
  one: 'unresolved',
  many: 'unresolved',
  seen: 'After a lost or undecided response, no lookup or search for that request succeeded, or the only search came before a delayed request had arrived or after the gateway had forgotten the correlation id. It is also reported if the client saw `unknown`, the gateway decided later, and the client never looked again, or if a 409 to the same correlation id was all that it got after the 4xx of a proxy. Response codes 09, 68 and 94 are undecided responses, whatever the status. It is not reported if the same payment is a `blind-retry`.',
  judge: (payment) =>
    intentsOf(payment).flatMap((intent) => {
      const retries = retriesIn(intent)
      const lost = intent.attempts.find((attempt) => isUnresolved(attempt, retries))
      if (lost === undefined) return []
      const looks = looksFor(payment, lost)
      return [
        {
          about: lost,
          message: `${whichText(lost)}${silenceText(lost, looks)} ${fateText(lost)}${likelyRetryText(lost)}`,
          ...adviceFor(lost, looks),
          unnoticed: unnoticedBy(processedAs(lost)),
          events: [...new Set([...eventsOf(payment, intent), ...looks, ...likelyRetrySteps(lost)])],
        },
      ]
    }),
}

function adviceFor(lost: Attempt, looks: readonly Look[]): Advice {
  if (lost.clarity === 'undecided' || isGivenUp(lost)) return bankAdvice(lost)
  const last = looks.at(-1)
  if (last?.exchange.facts.hidden) return lagAdvice(lost)
  if (cameBefore(last, lost)) return patienceAdvice(lost)
  if (looks.some(({ isForgotten }) => isForgotten)) return forgottenAdvice
  const failed = looks.findLast(({ found }) => found === undefined)
  if (failed === undefined) return lookAdvice(lost, 'no-search')
  const isWrong = failed.missed !== undefined && !isUnansweredLook(failed)
  return lookAdvice(lost, isWrong ? 'wrong-search' : 'failed-search')
}

function isUnresolved(attempt: Attempt, retries: readonly Retry[]): boolean {
  if (!isDoubtful(attempt)) return false
  // The outcome of another attempt does not show what happened to this one.
  if (attempt.lookedOrder !== undefined) return isGivenUp(attempt) && !isDoubled(attempt)
  return !isMadeAgain(attempt) && !retries.some((retry) => isJudgedBy(retry, attempt))
}

/** Whether its id, which the gateway had forgotten, moved the money a second time: that is reported as such. */
function isMadeAgain(attempt: Attempt): boolean {
  if (!isDoubled(attempt)) return false
  return attempt.intent.attempts.some(
    (one) => isSameRequest(one, attempt) && isDone(one) && one.made?.audit !== attempt.made?.audit,
  )
}

/** Whether a retry without a question, or one that followed the question about it, is reported for it. */
function isJudgedBy(retry: Retry, { order }: Attempt): boolean {
  const { after, looks } = retry
  return looks.length === 0 ? after.order >= order : after.order === order && !isMisled(retry)
}

/** After a search for a forgotten id, or one that came too early, the client treats the failure of the second one as that of both. */
function isMisled({ attempt, after, looks }: Retry): boolean {
  const last = looks.at(-1)
  if (!isDone(after) || !(last?.isForgotten || cameBefore(last, after))) return false
  return attempt.certainOutcome === 'failed' && !isStopped(attempt)
}

/** The client last saw it undecided, and has not looked since it was decided. */
function isGivenUp(attempt: Attempt): boolean {
  return attempt.known === 'unknown' && isOverlooked(attempt)
}

/** A client that voids a payment knows it, and need not look it up. */
function isDoubtful(attempt: Attempt): boolean {
  const { clarity, status } = attempt
  if (status === 'voided') return false
  if (clarity === 'unclear' || isTakenForPaid(attempt)) return true
  return clarity === 'undecided' && !isReplayed(attempt)
}

/** Lookups and searches for it. */
export function looksFor(payment: JudgedPayment, lost: Attempt): readonly Look[] {
  return looksAfter(payment, lost).filter((look) =>
    look.missed === undefined ? isLookFor(look, lost) : look.missed === lost,
  )
}

function looksAfter({ events }: JudgedPayment, { order }: Attempt): readonly Look[] {
  return events.flatMap((event) => (event.kind === 'look' && event.order > order ? [event] : []))
}

/** Says which of several attempts it is about. */
function whichText(lost: Attempt): string {
  return lost.intent.attempts.length === 1 ? '' : `The ${requestText(lost)} was left open. `
}

/** What the client failed to do. */
export function silenceText(lost: Attempt, looks: readonly Look[]): string {
  const { clarity, made } = lost
  const failed = looks.filter(({ found }) => found === undefined)
  if (isGivenUp(lost)) {
    const often = looks.length > 1 ? `asked ${looks.length} times, last ` : ''
    return `The client ${often}saw that it was undecided, and did not look again after it was decided.`
  }
  const last = looks.at(-1)
  if (last?.exchange.facts.hidden) {
    return 'The search came back empty although the payment exists: a rule hid it, as a search that lags behind would.'
  }
  if (last !== undefined && cameBefore(last, lost)) {
    return `The ${stepKind(last)} had its response before the request arrived, so it proves nothing.`
  }
  if (last?.isForgotten) {
    return 'The search came after the gateway had forgotten the correlation id, so its empty response proves nothing.'
  }
  if (failed.length > 0) return failureText(failed)
  if (isTakenForPaid(lost)) {
    return `The response was ${lost.exchange?.response.status} without the gateway's list of errors, and a 409 to the same correlation id says only that the gateway knows it. The client never looked it up.`
  }
  if (clarity !== 'undecided') {
    const other = looksAfter(lost.payment, lost).findLast(({ missed }) => missed === undefined)
    return other === undefined
      ? 'The client never asked what happened to this request.'
      : `${capitalised(missText(other))}; it never asked what happened to this one.`
  }
  const answer = made?.drifting ? 'with an undocumented status' : 'that it did not know yet'
  const doubt = isBankUnsure(lost)
    ? `The bank was not sure (${made?.response_code})`
    : `The gateway responded ${answer}`
  return `${doubt}, and the client never looked it up.`
}

/** `The only search failed, and the client did not ask again.` */
function failureText(failed: readonly Look[]): string {
  const kinds = new Set(failed.map(stepKind))
  const [kind] = kinds
  const last = failed.at(-1)
  if (last?.missed !== undefined) return `${capitalised(missText(last))}, and did not ask again.`
  if (failed.length === 1) return `The only ${kind} failed, and the client did not ask again.`
  const what = kinds.size === 1 ? (kind === 'search' ? 'searches' : 'lookups') : 'questions'
  return `All ${failed.length} ${what} failed, and the client did not ask again.`
}

/** An id stands for one transaction, whichever request with it made it. */
function processedAs(lost: Attempt): Attempt {
  return sentAlike(lost).find(({ made }) => made !== undefined) ?? lost
}

/** The money of a request that the gateway approved. */
function unnoticedBy(attempt: Attempt): PaymentSighting['unnoticed'] {
  const { operation, status } = attempt
  if (status !== 'approved' || operation === 'void') return undefined
  if (operation === 'preauthorisation' && hasExpired(attempt)) return undefined
  return { cents: centsOf(attempt), currency: currencyOf(attempt), what: doneWord(attempt) }
}

/** What the client does not know. */
function fateText(lost: Attempt): string {
  const attempt = processedAs(lost)
  const amount = attemptAmount(attempt)
  switch (attempt.status) {
    case undefined:
      return 'Nothing was processed, but the client cannot know that.'
    case 'approved':
      if (attempt.operation === 'preauthorisation' && hasExpired(attempt)) {
        return `${amount} was held until it expired, and the client does not know that.`
      }
      return `${doneText(attempt, amount)}, and the client does not know that.`
    case 'declined':
    case 'error':
      return `It was ${attempt.status === 'error' ? 'not processed: the bank failed' : 'declined'}, but the client cannot know that.`
    case 'unknown':
      return 'It is still undecided.'
    default:
      return `It is ${attempt.status}, but the client cannot know that.`
  }
}

function doneText({ operation }: Attempt, amount: string): string {
  const word = doneWords[operation]
  if (word === 'voided') return 'It was voided'
  return `${amount} ${word === 'held' ? 'is' : 'was'} ${word}`
}

export const blindRetry: PaymentFinding<'blind-retry'> = {
  code: 'blind-retry',
  severity: 'error',
  one: 'blind retry',
  many: 'blind retries',
  seen: 'After a lost or undecided response, the same request was sent again with a new correlation id, without a lookup or search that got a response for the first one in between. It is reported even if the gateway refused the second request because the first had gone through. It is not reported if a complete response to another request with the same correlation id showed the outcome.',
  judge: (payment, settings) =>
    intentsOf(payment).flatMap((intent) => {
      const blind = retriesIn(intent).filter(({ looks }) => looks.length === 0)
      const [first] = blind
      if (first === undefined) return []
      const mistaken = mistakenIn(blind)
      return [
        {
          about: first.attempt,
          message: `Sent again ${whenText(first)}${doubtText(first)}.${luckText(blind)}${beliefText(mistaken)}${likelyRetryText(first.after)}`,
          ...adviceForRetry(first, settings),
          unnoticed: mistaken && unnoticedBy(mistaken.after),
          events: eventsOf(payment, intent),
        },
      ]
    }),
}

/** What the client did not know. */
function doubtText(retry: Retry): string {
  const which = `the ${requestText(retry.after)} had`
  const last = missesIn(retry).at(-1)
  if (last !== undefined) return `without knowing whether ${which} gone through: ${missText(last)}`
  return earlySearch(retry.after) === undefined
    ? `without asking whether ${which} gone through`
    : `after a search that had its response before ${which} arrived`
}

/** The declined retry that hides that the first one took the money. */
function mistakenIn(blind: readonly Retry[]): Retry | undefined {
  const wrong = blind.find(
    ({ attempt }) => attempt.certainOutcome === 'failed' && !isStopped(attempt),
  )
  if (wrong === undefined || !isDone(wrong.after)) return undefined
  return wrong.attempt.intent.attempts.some(({ certainOutcome }) => certainOutcome === 'taken')
    ? undefined
    : wrong
}

function beliefText(mistaken: Retry | undefined): string {
  if (mistaken === undefined) return ''
  const { after, attempt } = mistaken
  const said = attempt.made?.status ?? (attempt.clarity === 'refused' ? 'refused' : 'not processed')
  const what = isRefund(after) ? 'refund' : 'payment'
  return ` ${attemptAmount(after)} was ${doneWord(after)} by it, although the client believes that the ${what} was ${said}.`
}

/** Mentions if only the gateway prevented a double: the client was just lucky. */
function luckText(blind: readonly Retry[]): string {
  if (!blind.every(({ attempt }) => isStopped(attempt))) return ''
  return blind.some(({ after }) => isDone(after))
    ? ' The gateway refused it only because the first one had gone through.'
    : ''
}

/** `2.5 s later, `, or `at once, ` if it rounds to zero. */
function whenText({ attempt, after }: Retry): string {
  if (isClockMoved(attempt, after)) return ''
  if (wasSentBeforeLoss(after, attempt)) return 'while it was still under way, '
  const ms = attempt.realAt - (after.lostAt ?? after.realAt)
  return `${laterText(ms)}, `
}

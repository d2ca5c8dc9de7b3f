import { isChargedAgain, isChargedUnawares, isOverlooked } from '../../payments/clarity.ts'
import { type Attempt, attemptsOf, type PaymentEvent } from '../../payments/judged-payment.ts'
import { centsOf, currencyOf } from '../../payments/payment-sum.ts'
import { doneWords } from '../../payments/payment-text.ts'
import { isLost } from '../../payments/payment-verdict.ts'
import {
  completionsOf,
  doneWord,
  isCharge,
  isDoubled,
  isRefund,
  targetOf,
} from '../../payments/taken.ts'
import type { PaymentFinding, PaymentSighting } from '../finding.ts'
import { eventsOf } from './double.ts'
import { looksFor, silenceText } from './unresolved.ts'
import {
  attemptAmount,
  likelyRetrySteps,
  likelyRetryText,
  lookupCall,
  requestLine,
  searchAdvice,
  searchCall,
} from './words.ts'

export const chargedAgain: PaymentFinding<'charged-again'> = {
  code: 'charged-again',
  severity: 'warning',
  one: 'possible double charge or refund',
  many: 'possible double charges or refunds',
  seen: `After a lost response, and before the client found out that the money had moved, it paid again for what is evidently the same order. Both payments were charged, and neither was voided or refunded, even if the client looked the first one up later. The order is evidently the same if one of these is true:

- The reference is the same, whatever the card and the amount.
- The reference has a suffix (\`A-1001\`, then \`A-1001-2\`), the card or account is the same, and so is the amount, or it is up to 10% higher.

The same applies to refunds. Of one payment or hold, parts of other amounts do not count.`,
  judge: (payment) =>
    attemptsOf(payment)
      .filter(isChargedAgain)
      .map((attempt) => ({ attempt, ...searchAdvice(attempt) }))
      .map(({ attempt, cause, advice }) => ({
        about: attempt,
        cause,
        message: `The client did not know what had happened to its first request.${likelyRetryText(attempt)} The client has found out since that the first request went through, but ${isCharge(attempt) ? 'refunded neither' : 'voided neither'}.`,
        advice: `${advice}${isCharge(attempt) ? ` If it was a retry, void or refund one of the two.${holdText(attempt)}` : ''}`,
        events: [attempt, ...looksFor(payment, attempt), ...likelyRetrySteps(attempt)].sort(
          (one, other) => one.order - other.order,
        ),
      })),
}

/** A void gives a completed hold back. */
function holdText(attempt: Attempt): string {
  const isOfHold = [attempt, attempt.likelyRetry].some((one) => one && isHeldFirst(one))
  return isOfHold ? ' If you void a completion, void its hold as well: it comes back.' : ''
}

function isHeldFirst(attempt: Attempt): boolean {
  return attempt.operation === 'completion' || completionsOf(attempt).length > 0
}

export const chargedThoughRefused: PaymentFinding<'charged-though-refused'> = {
  code: 'charged-though-refused',
  severity: 'warning',
  one: 'payment charged or refunded despite an error',
  many: 'payments charged or refunded despite an error',
  seen: 'The response was a 4xx without the list of errors that the gateway sends, such as the 403 of a proxy, or a 429. The money had moved, and the client never searched for it.',
  judge: (payment) =>
    attemptsOf(payment)
      // A second charge is another finding.
      .filter((attempt) => isChargedUnawares(attempt) && !isDoubled(attempt))
      .map((attempt) => {
        const looks = looksFor(payment, attempt)
        const silence =
          looks.length === 0 ? ', and the client did not ask.' : `. ${silenceText(attempt, looks)}`
        return {
          about: attempt,
          message: `The response was ${attempt.exchange?.response.status}, although ${attemptAmount(attempt)} was ${doneWord(attempt)}${silence}${likelyRetryText(attempt)}`,
          advice: `Only a 4xx with the gateway's list of errors is a refusal, and 408, 409 and 429 never are: any other may come from a proxy. Ask ${searchCall(attempt)} before you treat it as a refusal.`,
          events: [attempt, ...looks, ...likelyRetrySteps(attempt)],
        }
      }),
}

export const ignoredPending: PaymentFinding<'ignored-pending'> = {
  code: 'ignored-pending',
  severity: 'warning',
  one: 'ignored pending payment',
  seen: 'A pending transaction, such as a direct debit, got its final status, or the bank returned a debit that it had approved, and the client did not look it up afterwards.',
  judge: (payment) =>
    attemptsOf(payment)
      .filter((attempt) => isOverlooked(attempt) && isBelievedPending(attempt))
      .map((attempt) => ({
        about: attempt,
        message: `Audit ${attempt.made?.audit} was ${receivedStatus(attempt)} and is ${attempt.status} now; the client has not looked it up since.`,
        cause: attempt.made?.method === 'direct_debit' ? 'direct-debit' : 'undecided',
        advice: `Ask ${lookupCall(attempt)} until the status is approved, declined or error${patienceText(attempt)}`,
        events: payment.events.filter((event) => isAbout(event, attempt)),
      })),
}

/** The last status that the client received; a lost answer does not count. */
function receivedStatus({ known, made }: Attempt): string {
  return known === 'nothing' ? 'not found' : (known ?? made?.status ?? 'unknown')
}

/** How long the final status may take. An approved debit is not final yet. */
function patienceText({ made }: Attempt): string {
  return made?.method === 'direct_debit'
    ? '; a direct debit takes some banking days. The bank can still return one that is approved: ask again every day until it can no longer do so, as your agreement with it says.'
    : '.'
}

/** A lost or undecided answer that was not looked up, or found undecided, is `unresolved`. */
function isBelievedPending(attempt: Attempt): boolean {
  const { clarity, known } = attempt
  if (clarity === 'clear') return true
  if (clarity === 'open') return false
  return known !== undefined && known !== 'unknown'
}

function isAbout(event: PaymentEvent, attempt: Attempt): boolean {
  if (event.kind === 'attempt') return event === attempt
  const audit = event.kind === 'move' ? event.audit : event.exchange.facts.shown?.audit
  return audit === attempt.made?.audit
}

export const lostSale: PaymentFinding<'lost-sale'> = {
  code: 'lost-sale',
  severity: 'warning',
  one: 'lost sale',
  seen: 'After a lost response, a search showed that the request was not processed, and the client never tried again. The same applies to refunds, voids and completions, unless the client did something else with that payment, such as a void instead of the refund.',
  judge: (payment) =>
    attemptsOf(payment)
      .filter(isLost)
      .map((attempt) => ({
        about: attempt,
        message: lossText(attempt),
        ...missedBy(attempt),
        cause: `no-${attempt.operation.replaceAll('_', '-')}`,
        advice: `After an empty search, send ${attempt.exchange ? requestLine(attempt.exchange) : 'the request'} again with the same correlation id.`,
        events: [
          ...eventsOf(payment, attempt.intent),
          ...payment.events.filter(({ kind, order }) => kind === 'look' && order > attempt.order),
        ],
      })),
}

/** A refund or void that was not made loses no sale. */
function missedBy(attempt: Attempt): Pick<PaymentSighting, 'missed'> {
  if (!isCharge(attempt)) return {}
  return { missed: { cents: centsOf(attempt), currency: currencyOf(attempt) } }
}

function lossText(attempt: Attempt): string {
  const { operation, intent } = attempt
  const count = intent.attempts.length
  const end = count === 1 ? undefined : `given up after ${count} attempts`
  const amount = attemptAmount(attempt)
  if (operation === 'purchase' || operation === 'preauthorisation') {
    return `The search showed that the payment was not processed, and it was ${end ?? 'never tried again'}: ${amount} not earned.`
  }
  const what = `${operation.replaceAll('_', ' ')}${isWorthKnown(attempt) ? ` of ${amount}` : ''}`
  return `The ${what} was not processed and ${end ?? 'never sent again'}: ${costText(attempt)}.`
}

/** A void of a payment that is older than the test does not show what it is worth. */
function isWorthKnown(attempt: Attempt): boolean {
  return attempt.operation !== 'void' || targetOf(attempt) !== undefined
}

/** What is not as it should be. */
function costText(attempt: Attempt): string {
  if (attempt.operation === 'completion') return 'the money was not earned'
  if (isRefund(attempt)) return 'the customer was not paid back'
  const target = targetOf(attempt)
  if (target === undefined) return 'nothing was voided'
  switch (doneWords[target.operation]) {
    case 'held':
      return 'the money is still held'
    case 'refunded':
      return 'the refund is still valid'
    default:
      return 'the customer was not paid back'
  }
}

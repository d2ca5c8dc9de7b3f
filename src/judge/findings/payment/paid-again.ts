import { capitalised, pauseText } from '../../../base/text/counted.ts'
import { type Attempt, attemptsOf, type JudgedPayment } from '../../payments/judged-payment.ts'
import { centsOf, currencyOf } from '../../payments/payment-sum.ts'
import { orderName } from '../../payments/retry.ts'
import {
  everCompletionsOf,
  holdsMoney,
  isCharge,
  isDone,
  isStandingHold,
  refundedOf,
} from '../../payments/taken.ts'
import type { FindingKind, JudgeSettings, PaymentFinding, PaymentSighting } from '../finding.ts'
import { doubledAtOnce } from './double.ts'
import { attemptAmount, lookupCall, needlessOf, paymentOf, undoAdvice } from './words.ts'

export const paidAgain: PaymentFinding<'paid-again'> = {
  code: 'paid-again',
  severity: 'error',
  one: 'order paid again',
  many: 'orders paid again',
  seen: 'A second payment was made with the same reference, whatever its amount and card, although the first payment was charged, held or pending. A completion does not count as a second payment for its own hold. It is an error with `--unique-references`. Otherwise it may be an instalment or a split shipment, so it is a note, once for each reference.',
  judge: (payment, { uniqueReferences }) => [
    ...attemptsOf(payment).flatMap((one) =>
      isCharge(one) && (uniqueReferences || !isNoted(one)) ? paidTwice(one) : [],
    ),
    ...(uniqueReferences ? doubledAtOnce(payment, isCharge) : []),
  ],
}

/** Whether an earlier payment of its reference has the note about it. */
function isNoted(attempt: Attempt): boolean {
  return attempt.paidBefore?.paidAgain?.find(holdsMoney) !== attempt
}

function paidTwice(attempt: Attempt): readonly PaymentSighting[] {
  const { paidBefore: first, at, requested } = attempt
  if (first === undefined || !holdsMoney(first) || !holdsMoney(attempt)) return []
  const name = orderName(requested.reference)
  // `order-1` is another order than `Order-1`.
  const order = name === requested.reference ? name : capitalised(name)
  const done = isStandingHold(attempt) ? 'held' : 'paid'
  const [paid, again] = [paymentOf(first), paymentOf(attempt)]
  // A hold may have been completed only after the second payment.
  const once = paid.order < again.order ? paid : first
  const ms = at - first.at
  const when = pauseText(ms)
  return [
    {
      about: attempt,
      message: `${order} was ${done} again ${when} after it had been ${first.made?.status}: audit ${once.made?.audit}, then audit ${again.made?.audit}.`,
      advice: `Record the payment of an order before you send it, and check that record before you start another one: a job, a queue or a second server may do the same work twice. ${undoAdvice(needlessOf([first, attempt]))}`,
      events: stepsOf(first, attempt),
      ...twiceOf(requested.reference, paid, again),
    },
  ]
}

/** The sum of both; two currencies have no sum. */
function twiceOf(
  reference: string,
  paid: Attempt,
  again: Attempt,
): Pick<PaymentSighting, 'paid_twice'> {
  const currency = currencyOf(paid)
  if (currency !== currencyOf(again)) return {}
  return { paid_twice: { reference, cents: centsOf(paid) + centsOf(again), currency } }
}

/** The payments in order, and what was done with those that are holds. */
function stepsOf(...payments: readonly Attempt[]): readonly Attempt[] {
  return payments
    .flatMap((one) => {
      const completions = everCompletionsOf(one)
      return [one, ...completions, ...completions.flatMap(voidsOf)]
    })
    .sort((one, other) => one.order - other.order)
}

/** The requests that voided a transaction. */
function voidsOf({ made, payment }: Attempt): readonly Attempt[] {
  return attemptsOf(payment).filter(
    (one) =>
      one.operation === 'void' && one.requested.target === made?.audit && one.status === 'approved',
  )
}

export const holdLeftOpen: FindingKind<'hold-left-open'> = {
  code: 'hold-left-open',
  severity: 'error',
  one: 'hold left open',
  many: 'holds left open',
  seen: 'With `--unique-references`: at the end of a test, a hold was open, although its order was paid in another way or has a second hold.',
  recipe: 'docs/reference/api.md#rules',
}

export const forgottenHold: FindingKind<'forgotten-hold'> = {
  code: 'forgotten-hold',
  severity: 'warning',
  one: 'forgotten hold',
  seen: 'At the end of a test, a hold was neither completed, voided nor expired, so the customer cannot use the money. If you void a completion, its hold is open again. A cancelled order whose hold stays looks like this. A test that ends with a hold on purpose can void it.',
  recipe: 'docs/reference/api.md#rules',
}

/** A reference that may mean anything is no error: the finding is a note then. */
export function reportedKind<Kind extends FindingKind>(
  kind: Kind,
  { uniqueReferences }: Pick<JudgeSettings, 'uniqueReferences'>,
): Kind {
  return kind.code === paidAgain.code && !uniqueReferences ? { ...kind, severity: 'note' } : kind
}

/** The holds of a payment that still stand at the end of its test. */
export function standingHolds(
  payment: JudgedPayment,
  { uniqueReferences }: Pick<JudgeSettings, 'uniqueReferences'>,
): readonly { readonly kind: AnyHold; readonly sighting: PaymentSighting }[] {
  return attemptsOf(payment)
    .filter(isStandingHold)
    .map((hold) => {
      const other = uniqueReferences ? otherPaymentOf(hold) : undefined
      return other === undefined
        ? { kind: forgottenHold, sighting: forgotten(hold) }
        : { kind: holdLeftOpen, sighting: leftOpen(hold, other) }
    })
}

type AnyHold = typeof holdLeftOpen | typeof forgottenHold

/** The payment that makes a hold needless; of two holds, the earlier one. */
function otherPaymentOf(hold: Attempt): Attempt | undefined {
  return [hold.paidBefore, ...(hold.paidAgain ?? [])].find(
    (one) => one && holdsMoney(one) && (!isStandingHold(one) || one.order < hold.order),
  )
}

function forgotten(hold: Attempt): PaymentSighting {
  const { made } = hold
  return {
    about: hold,
    message: `Audit ${made?.audit} still held ${attemptAmount(hold)} when the test ended: ${cameBackText(hold) ?? 'it was neither completed nor voided'}.`,
    advice: `Void the hold of an order that is cancelled or paid in another way: POST /v1/transactions/${made?.audit}/void. To charge the customer, send POST /v1/transactions/${made?.audit}/completion.`,
    events: hold.payment.events,
  }
}

/** Why a hold that was completed is open again. */
function cameBackText(hold: Attempt): string | undefined {
  const audit = everCompletionsOf(hold).at(-1)?.made?.audit
  return audit === undefined
    ? undefined
    : `it came back when its completion, audit ${audit}, was voided`
}

function leftOpen(hold: Attempt, other: Attempt): PaymentSighting {
  const what = isStandingHold(other) ? 'held' : 'paid'
  const back = cameBackText(hold)
  return {
    about: hold,
    message: `Audit ${hold.made?.audit} still holds the money, although the order was ${what} with audit ${paymentOf(other).made?.audit}${back === undefined ? '' : `: ${back}`}.`,
    advice: `Void a hold as soon as its order is paid in another way or cancelled: POST /v1/transactions/${hold.made?.audit}/void.`,
    events: stepsOf(other, hold),
  }
}

export const refundedAndReturned: PaymentFinding<'refunded-and-returned'> = {
  code: 'refunded-and-returned',
  severity: 'error',
  one: 'debit refunded and returned',
  many: 'debits refunded and returned',
  seen: 'A direct debit was refunded, and the bank returned it as well: the customer got the money back twice.',
  recipe: 'docs/guides/time.md#direct-debits',
  judge: (payment) =>
    attemptsOf(payment).flatMap((one) => {
      const debit = refundedBy(one) ?? one
      const { made, returnedOrder } = debit
      if (returnedOrder === undefined || made === undefined) return []
      if (debit === one && refundedOf(payment, made.audit) === 0) return []
      return {
        about: debit,
        message: `Audit ${made.audit} was refunded, and the bank returned the debit as well: the customer got the money back twice.`,
        advice: `Refund a direct debit only when the bank can no longer return it, and ask ${lookupCall(debit)} before you refund it. Ask the customer to pay the second amount back.`,
        events: debit === one ? payment.events : [...debit.payment.events, one],
      }
    }),
}

/** The payment that a standalone refund gave back. */
function refundedBy(attempt: Attempt): Attempt | undefined {
  const isRefund = attempt.operation === 'standalone_refund' && isDone(attempt)
  return isRefund ? attempt.paidBefore : undefined
}

import { capitalised, secondsText } from '../../counted.ts'
import { type Attempt, attemptsOf, type JudgedPayment } from '../../payments/judged-payment.ts'
import { orderName } from '../../payments/retry.ts'
import {
  completionsOf,
  isCharge,
  isDone,
  isKept,
  isStandingHold,
  refundedOf,
} from '../../payments/taken.ts'
import type { FindingKind, JudgeSettings, PaymentFinding, PaymentSighting } from '../finding.ts'
import { doubledAtOnce } from './double.ts'
import { attemptAmount, lookupCall, undoAdvice } from './words.ts'

export const paidAgain: PaymentFinding<'paid-again'> = {
  code: 'paid-again',
  severity: 'error',
  one: 'order paid again',
  many: 'orders paid again',
  seen: 'A second payment was made with the same reference, whatever its amount and card, although the money of the first one had been taken, was held or was pending. A completion is no second payment beside its own hold. It is an error with `--unique-references`. Otherwise it may be an instalment or a split shipment, so it is a note, once for each reference.',
  judge: (payment, { uniqueReferences }) => [
    ...attemptsOf(payment).flatMap((one) =>
      isCharge(one) && (uniqueReferences || !isNoted(one)) ? paidTwice(one) : [],
    ),
    ...(uniqueReferences ? doubledAtOnce(payment, isCharge) : []),
  ],
}

/** Whether an earlier payment of its reference has the note about it. */
function isNoted(attempt: Attempt): boolean {
  return attempt.paidBefore?.paidAgain?.find(isKept) !== attempt
}

function paidTwice(attempt: Attempt): readonly PaymentSighting[] {
  const { paidBefore: first, at, requested } = attempt
  if (first === undefined || !isKept(first) || !isKept(attempt)) return []
  const order = capitalised(orderName(requested.reference))
  const done = isStandingHold(attempt) ? 'held' : 'paid'
  const [once, again] = [first, attempt].map(paymentOf) as [Attempt, Attempt]
  return [
    {
      about: attempt,
      message: `${order} was ${done} again ${secondsText(at - first.at)} after it had been ${first.made?.status}: audit ${once.made?.audit}, then audit ${again.made?.audit}.`,
      advice: `Record the payment of an order before you send it, and check that record before you start another one: a job, a queue or a second server may do the same work twice. ${undoAdvice(again)}`,
      events: [first, ...completionsOf(first), attempt, ...completionsOf(attempt)].sort(
        (one, other) => one.order - other.order,
      ),
    },
  ]
}

/** The transaction that took the money: of a hold, its completion. */
function paymentOf(attempt: Attempt): Attempt {
  return completionsOf(attempt).find(isKept) ?? attempt
}

export const holdLeftOpen: FindingKind<'hold-left-open'> = {
  code: 'hold-left-open',
  severity: 'error',
  one: 'hold left open',
  many: 'holds left open',
  seen: 'With `--unique-references`: at the end of a test, a hold was neither completed nor voided, although its order was paid in another way or has a second hold.',
}

export const forgottenHold: FindingKind<'forgotten-hold'> = {
  code: 'forgotten-hold',
  severity: 'warning',
  one: 'forgotten hold',
  seen: 'At the end of a test, a hold was neither completed, voided nor expired, so the customer cannot use the money. A cancelled order whose hold stays looks like this. A test that ends with a hold on purpose can void it.',
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
    (one) => one && isKept(one) && (!isStandingHold(one) || one.order < hold.order),
  )
}

function forgotten(hold: Attempt): PaymentSighting {
  const { made } = hold
  return {
    about: hold,
    message: `Audit ${made?.audit} still held ${attemptAmount(hold)} when the test ended: it was neither completed nor voided.`,
    advice: `Void the hold of an order that is cancelled or paid in another way: POST /v1/transactions/${made?.audit}/void. To take the money, send POST /v1/transactions/${made?.audit}/completion.`,
    events: hold.payment.events,
  }
}

function leftOpen(hold: Attempt, other: Attempt): PaymentSighting {
  const what = isStandingHold(other) ? 'held' : 'paid'
  return {
    about: hold,
    message: `Audit ${hold.made?.audit} still holds the money, although the order was ${what} with audit ${paymentOf(other).made?.audit}.`,
    advice: `Void a hold as soon as its order is paid in another way or cancelled: POST /v1/transactions/${hold.made?.audit}/void.`,
    events: [other, ...completionsOf(other), hold].sort((one, next) => one.order - next.order),
  }
}

export const refundedAndReturned: PaymentFinding<'refunded-and-returned'> = {
  code: 'refunded-and-returned',
  severity: 'error',
  one: 'debit refunded and returned',
  many: 'debits refunded and returned',
  seen: 'A direct debit was refunded, and the bank returned it as well: the customer got the money back twice.',
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

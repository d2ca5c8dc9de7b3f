import { moneyText } from '../../domain/money.ts'
import {
  askFor,
  bestOf,
  type Compared,
  type Difference,
  lookupLine,
  searchLine,
  tooEarly,
  undoOf,
} from './difference.ts'
import { auditsOf } from './order.ts'
import type { BookedTransaction } from './order-money.ts'

export function paymentDifference(compared: Compared): Difference | undefined {
  const { order, gateway, money } = compared
  const cents = gateway.paid - order.paid
  if (cents > 0) return paidNotBooked(compared, cents)
  if (cents === 0) return undefined
  if (-cents <= gateway.debiting) return tooEarly(compared, 'paid', -cents)
  if (gateway.refunded > gateway.paid) return refundedUnpaid(compared)
  const { payments } = gateway
  const unpaid = payments.filter(({ status }) => status !== 'approved')
  const about = (unpaid.length > 0 ? unpaid : payments).at(-1)
  const other = about === undefined ? paidElsewhere(compared, -cents) : undefined
  return {
    code: 'booked-not-paid',
    about: about ?? other,
    cause: other ? 'other-reference' : about ? 'not-approved' : 'no-payment',
    message: `The books have ${money(order.paid)} as paid, but the gateway charged ${money(gateway.paid)}${other ? ' for this order' : ''}: goods may go out unpaid.`,
    advice: other
      ? `Send nothing and deliver nothing yet: ${moneyText(other.total, other.currency)} ${other.status === 'approved' ? 'was charged' : 'is pending'} under reference ${other.reference} (audit ${other.audit}), which your books do not have. If that is this order's payment, add its audit number to the order's audits; otherwise book this order as not paid. Then compare again.`
      : about
        ? `Before you deliver, ask ${lookupLine(about)}, the payment: only what is approved there is paid. A hold, a void and a pending debit are not payments. Book what was not paid as not paid.`
        : `The gateway has no payment for this order: book it as not paid, and do not deliver. If a response was lost, first ask ${searchLine(undefined)}; send the payment again, with the same correlation id, only if the search is empty.`,
  }
}

/** A payment of this amount that no order has: this order's, if its reference was written down wrongly. */
function paidElsewhere({ order, unbooked }: Compared, cents: number) {
  const isPossible = ({ merchant, currency }: BookedTransaction) =>
    (order.merchant ?? merchant) === merchant && (order.currency ?? currency) === currency
  return unbooked.paymentsOf(cents).findLast(isPossible)
}

/** A payment that was voided or never approved was refunded as well. */
function refundedUnpaid({ order, gateway, money }: Compared): Difference {
  const over = gateway.refunded - gateway.paid
  const about = bestOf(
    gateway.refunds.filter(({ status }) => status === 'approved'),
    over,
  )
  const { cause, undo } = undoOf(about)
  return {
    code: 'booked-not-paid',
    about,
    cause: `refunded-${cause}`,
    message: `The books have ${money(order.paid)} as paid, but the gateway charged ${money(gateway.paid)} and refunded ${money(gateway.refunded)}: the customer got ${money(over)} more than was charged.`,
    advice: `Ask ${lookupLine(about)}, the refund: if its payment was voided or never approved, ${undo}. Before you refund a payment, look it up: a void has returned the money already.`,
  }
}

function paidNotBooked({ order, gateway, money }: Compared, cents: number): Difference {
  const known = auditsOf(order)
  const approved = gateway.payments.filter(({ status }) => status === 'approved')
  const strange = approved.filter(({ audit }) => !known.includes(audit))
  const waited = Math.min(cents, order.pending - gateway.pending)
  const meaning =
    waited > 0
      ? `the bank approved it, and the books still have ${money(waited)} as pending.`
      : `the customer paid ${money(cents)} that the shop does not know of.`
  const about = bestOf(strange.length > 0 ? strange : approved, cents)
  const { cause, undo } = undoOf(about)
  return {
    code: 'paid-not-booked',
    about,
    cause,
    message: `The gateway charged ${money(gateway.paid)}, but the books have ${money(order.paid)}: ${meaning}`,
    advice: `${askFor(about)}, and book the payment if it is approved; if the order is cancelled or was paid already, ${undo}. Let no timer and no later response overwrite an approval.`,
  }
}

export function refundDifference(compared: Compared): Difference | undefined {
  const { order, gateway, money } = compared
  const more = gateway.refunded - order.refunded
  if (more > 0) {
    const about = bestOf(
      gateway.refunds.filter(({ status }) => status === 'approved'),
      more,
    )
    const { cause, undo } = undoOf(about)
    return {
      code: 'refund-not-booked',
      about,
      cause,
      message: `The gateway refunded ${money(gateway.refunded)}, but the books have ${money(order.refunded)} as refunded.`,
      advice: `Ask ${lookupLine(about)}: if the refund is approved, book it, and do not send it again. If it should not have been made, ${undo}.`,
    }
  }
  // What was never charged cannot be refunded, and nobody waits for it.
  const missing = -more - Math.max(0, order.paid - gateway.paid - gateway.debiting)
  if (missing <= 0) return undefined
  if (missing <= gateway.returning) return tooEarly(compared, 'refunded', missing)
  return missingRefund(compared, missing - gateway.returning)
}

/** A refund that is only in the books; a second one must not be sent. */
function missingRefund(
  { order, gateway, money, unbooked: { refundsTo } }: Compared,
  cents: number,
): Difference {
  const code = 'booked-not-refunded'
  const message = `The books have ${money(order.refunded)} as refunded, but the gateway refunded ${money(gateway.refunded)}`
  const payers = new Set(gateway.transactions.map(({ payer }) => payer))
  const unbooked = bestOf([...payers].flatMap(refundsTo), cents)
  if (unbooked !== undefined) {
    const { total, audit, reference } = unbooked
    return {
      code,
      about: unbooked,
      cause: 'other-order',
      message: `${message} for this order.`,
      advice: `Send nothing yet: the same card or account was refunded ${money(total)} under reference ${reference} (audit ${audit}), which your books do not have. If that is this order's refund, add its audit number to the order's audits; otherwise book it where it belongs. Then compare again.`,
    }
  }
  const approved = gateway.payments.filter(({ status }) => status === 'approved')
  const payment = approved.findLast(({ total }) => total >= cents) ?? approved.at(-1)
  const tried = gateway.refunds.findLast(({ status }) => status !== 'approved')
  const path = payment === undefined ? 'refund' : `${payment.audit}/refund`
  return {
    code,
    about: tried,
    cause: 'no-refund',
    message: `${message}: the customer is still waiting for the money.`,
    advice: `If you sent this refund, first ask ${searchLine(tried)} for its correlation id. Send POST /v1/transactions/${path} over ${money(cents)} only if the search is empty, with that same id, or if the refund was declined. If you sent none, send it once.`,
  }
}

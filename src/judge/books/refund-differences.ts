import {
  bestOf,
  type Compared,
  type Difference,
  lookupLine,
  searchLine,
  tooEarly,
  undoOf,
} from './difference.ts'

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

/**
 * @typedef {import('./gateway.mjs').Transaction} Transaction
 * @typedef {import('./orders.mjs').Attempt} Attempt
 * @typedef {import('./orders.mjs').Order} Order
 * @typedef {import('./orders.mjs').OrderStatus} OrderStatus
 *
 * The result of an attempt: a transaction; never processed; refused; or still not known.
 * @typedef {Transaction | 'open' | 'refused' | 'undecided'} Finding
 */

/** @type {ReadonlyMap<string, OrderStatus>} */
const statuses = new Map([
  ['approved', 'paid'],
  ['declined', 'declined'],
  ['pending', 'pending'],
  ['error', 'failed'],
  ['voided', 'cancelled'],
  ['reversed', 'cancelled'],
])

/**
 * The gateway may come to use words that it does not use today: those decide nothing.
 * @param {string} status
 */
export function isDecided(status) {
  return statuses.has(status)
}

/**
 * What the outcome of an attempt means for its order. Without one the attempt stays, to be asked
 * about later.
 * @param {Finding} finding
 * @param {Order} order
 * @param {Attempt} attempt
 * @returns {Partial<Order>}
 */
export function changeAfter(finding, order, attempt) {
  if (finding === 'undecided') return {}
  if (finding === 'open') return { attempt: undefined }
  const isPayment = attempt.kind === 'purchase' || attempt.kind === 'hold'
  if (finding === 'refused') {
    return { attempt: undefined, ...(isPayment && { status: 'refused' }) }
  }
  // Goods that leave now might not be paid for, and a refund may still be declined.
  const mustWait = attempt.kind === 'hold' || attempt.kind === 'refund'
  if (mustWait && finding.status === 'pending') {
    return { attempt: { ...attempt, audit: finding.audit } }
  }
  return isDecided(finding.status)
    ? { attempt: undefined, code: finding.code, ...changeBy(finding, order, attempt) }
    : {}
}

/**
 * @param {Transaction} transaction
 * @param {Order} order
 * @param {Attempt} attempt
 * @returns {Partial<Order>}
 */
function changeBy({ audit, status }, order, { kind, cents, byDebit = false }) {
  const orderStatus = statuses.get(status) ?? order.status
  if (kind === 'purchase') return { audit, byDebit, status: orderStatus }
  if (kind === 'completion') return { audit, status: orderStatus, taken: cents }
  if (kind === 'hold' && status === 'approved') return { hold: audit, status: 'held' }
  if (kind === 'hold') return { status: orderStatus }
  return status === 'approved' ? { refunded: order.refunded + cents } : {}
}

/**
 * What a lookup of a debit means for its order: one that was under way and is declined came back.
 * @param {Transaction} debit
 * @param {Order} order
 * @returns {Partial<Order>}
 */
export function newsOfDebit({ status, code }, order) {
  if (status === 'declined') return { code, status: 'returned' }
  return { code, status: statuses.get(status) ?? order.status }
}

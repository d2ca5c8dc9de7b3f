/**
 * @typedef {import('./gateway.mjs').Transaction} Transaction
 * @typedef {import('./orders.mjs').Order} Order
 * @typedef {import('./orders.mjs').OrderStatus} OrderStatus
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
 * What a transaction means for its order.
 * @param {Transaction} transaction
 * @param {Order} order
 * @returns {Partial<Order>}
 */
export function outcomeFor({ audit, status, code }, order) {
  return { audit, code, status: orderStatus(status, order) }
}

/**
 * The gateway may come to use words that it does not use today: those decide nothing.
 * @param {string} status
 */
export function isDecided(status) {
  return statuses.has(status)
}

/**
 * @param {string} status
 * @param {Order} order
 * @returns {OrderStatus}
 */
function orderStatus(status, order) {
  const wasUnderWay = order.status === 'pending' || order.status === 'paid'
  if (status === 'declined' && order.byDebit && wasUnderWay) return 'returned'
  return statuses.get(status) ?? 'undecided'
}

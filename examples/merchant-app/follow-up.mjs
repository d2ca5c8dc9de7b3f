import { RefusedRequest, UnclearAnswer } from './gateway.mjs'
import { isUnderWay } from './orders.mjs'
import { outcomeFor } from './outcome.mjs'

/**
 * @typedef {import('./gateway.mjs').Gateway} Gateway
 * @typedef {import('./orders.mjs').Order} Order
 * @typedef {import('./orders.mjs').Orders} Orders
 */

/**
 * Asks what has become of every order that is not settled for good, and returns those that changed.
 * The gateway calls nobody, so a shop does this every few hours: often enough for undecided orders,
 * since after a day the gateway forgets correlation ids, and an empty search proves nothing more.
 * @param {Gateway} gateway
 * @param {Orders} orders
 * @returns {Promise<Order[]>}
 */
export async function followUp(gateway, orders) {
  const changed = []
  for (const order of orders.all().filter(isUnderWay)) {
    const after = orders.update(order.number, await newsOf(gateway, order))
    if (after.status !== order.status) changed.push(after)
  }
  return changed
}

/**
 * @param {Gateway} gateway
 * @param {Order} order
 * @returns {Promise<Partial<Order>>}
 */
async function newsOf(gateway, order) {
  const { audit, correlationId = '' } = order
  try {
    const found = await (audit === undefined ? gateway.find(correlationId) : gateway.lookup(audit))
    return found === undefined ? { status: 'open' } : outcomeFor(found, order)
  } catch (error) {
    // No news now; the next round asks again, and the other orders need not wait.
    if (error instanceof UnclearAnswer || error instanceof RefusedRequest) return {}
    throw error
  }
}

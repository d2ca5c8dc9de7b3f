import { LostResponse, RefusedRequest } from './connection.mjs'
import { isUnderWay } from './orders.mjs'
import { changeAfter, newsOfDebit } from './outcome.mjs'

/**
 * @typedef {import('./gateway.mjs').Gateway} Gateway
 * @typedef {import('./orders.mjs').Order} Order
 * @typedef {import('./orders.mjs').Orders} Orders
 * @typedef {import('./till.mjs').Till} Till
 */

/**
 * Asks what has happened to every order that is not settled for good, and returns those that changed.
 * A shop does this when it starts, since its last process may have died half-way through a payment,
 * and every few hours: the gateway calls nobody, and after a day it forgets correlation ids, so that
 * an empty search proves nothing more.
 * @param {Gateway} gateway
 * @param {Orders} orders
 * @param {Till} till
 * @returns {Promise<Order[]>}
 */
export async function followUp(gateway, orders, till) {
  const changed = []
  for (const before of orders.all().filter(({ number }) => !till.isAt(number))) {
    const after = orders.update(before.number, await newsOf(gateway, till, before))
    const isOver = before.attempt !== undefined && after.attempt === undefined
    if (isOver || after.status !== before.status) changed.push(after)
  }
  return changed
}

/**
 * @param {Gateway} gateway
 * @param {Till} till
 * @param {Order} order
 * @returns {Promise<Partial<Order>>}
 */
async function newsOf(gateway, till, order) {
  const { audit, attempt } = order
  if (attempt !== undefined && attempt.audit === undefined) {
    return changeAfter(await till.recover(attempt.correlationId), order, attempt)
  }
  const asked = attempt?.audit ?? (isUnderWay(order) ? audit : undefined)
  if (asked === undefined) return {}
  try {
    const found = await gateway.lookup(asked)
    return attempt ? changeAfter(found, order, attempt) : newsOfDebit(found, order)
  } catch (error) {
    // No news now; the next round asks again, and the other orders need not wait.
    if (error instanceof LostResponse || error instanceof RefusedRequest) return {}
    throw error
  }
}

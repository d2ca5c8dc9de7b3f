import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { runAgent } from './agent.mjs'
import { isKnown, isRefused, purchase, search } from './gateway.mjs'

/**
 * @typedef {import('./gateway.mjs').Transaction} Transaction
 *
 * The correlation id stays with the order: the gateway accepts it once, however often it is sent.
 * Unresolved: from before a payment is sent until its outcome is known.
 * @typedef {{ reference: string, cents: number, correlationId?: string, isUnresolved?: boolean, payment?: Transaction }} Order
 */

/**
 * The orders, with their prices: the model names an order, never an amount. A real tool keeps them
 * in its database, since an agent may die and be started again.
 * @type {ReadonlyMap<string, Order>}
 */
const orders = new Map([['A-1001', { reference: 'A-1001', cents: 4995 }]])

const ATTEMPTS = 3
const ASKS = 5
const PAUSE_MS = 500

/**
 * Owns the idempotency key: one order is one payment, however often the model calls.
 * @type {import('./agent.mjs').Tool}
 */
const payOrder = {
  name: 'pay_order',
  description:
    'Pays for one order, once. Knows the amount and makes its own idempotency key. Safe to call again for the same order: it first finds out what happened to the last attempt, and charges only if nothing was charged. If it fails, the outcome is not known yet: call it again for the same order, and never pay in another way.',
  parameters: ['order_id'],
  run: ({ order_id = '' }) => inTurn(() => pay(order_id)),
}

/** @type {Promise<unknown>} */
let last = Promise.resolve()

/**
 * One payment at a time: models call tools in parallel, for the same order too.
 * @param {() => Promise<string>} act
 */
async function inTurn(act) {
  const before = last
  const mine = Promise.allSettled([before]).then(act)
  last = mine
  return await mine
}

/** @param {string} orderId */
async function pay(orderId) {
  const order = orders.get(orderId)
  if (order === undefined) throw new Error(`There is no order ${orderId}.`)
  for (let attempt = 1; attempt <= ATTEMPTS && order.payment === undefined; attempt += 1) {
    const wait = order.isUnresolved ? 0 : await send(order)
    if (order.payment === undefined) await recover(order, wait)
  }
  if (order.payment === undefined) throw new Error(`${orderId} is not paid: nothing was charged.`)
  return `${orderId}: ${order.payment.status.transaction_status_code}`
}

/**
 * Gives how many seconds the gateway asks to be left alone.
 * @param {Order} order
 */
async function send(order) {
  // Kept before it is sent: if there is no response, it is all there is to go by.
  order.correlationId ??= randomUUID()
  order.isUnresolved = true
  const response = await purchase(order, order.correlationId)
  if (response.status === 200 && isKnown(response.body)) order.payment = response.body
  if (isRefused(response)) {
    order.isUnresolved = false
    throw new Error(`The gateway refused: ${JSON.stringify(response.body?.errors)}`)
  }
  return response.retryAfter
}

/**
 * Finds out what happened to the last attempt. Only a search that worked and is empty says that nothing was
 * charged; a search that fails says nothing.
 * @param {Order} order
 * @param {number} retryAfter
 */
async function recover(order, retryAfter) {
  let seconds = retryAfter
  for (let ask = 1; ask <= ASKS; ask += 1) {
    await sleep(Math.max(PAUSE_MS * ask, 1000 * seconds))
    const { status, body, retryAfter } = await search(order.correlationId ?? '')
    const [found] = body?.results ?? []
    if (status === 200 && isKnown(found)) order.payment = found
    if (status === 200 && body?.results?.length === 0) order.isUnresolved = false
    if (order.payment !== undefined || !order.isUnresolved) return
    seconds = retryAfter
  }
  throw new Error(`It is not known yet whether ${order.reference} is paid. Call this again later.`)
}

const isPaid = await runAgent(payOrder, { order_id: 'A-1001' })
process.exitCode = isPaid ? 0 : 1

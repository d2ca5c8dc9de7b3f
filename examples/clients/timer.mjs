import { enter } from './books.mjs'
import { pay } from './careful-payment.mjs'
import { TIME_OUT_MS } from './gateway.mjs'
import { openShop } from './shop.mjs'

/**
 * As long as an order may stay unpaid: on a slow machine too, only a payment without a response takes
 * longer. A real shop waits for an hour.
 */
const UNPAID_MS = TIME_OUT_MS - 100

/** @type {Set<string>} */
const cancelled = new Set()

/**
 * Pays as carefully as can be. But a timer cancels orders that take too long to be paid, without a
 * look at the gateway, and nobody opens a cancelled order again.
 * @param {import('./gateway.mjs').Payment} payment
 */
async function payInTime(payment) {
  if (payment.card === undefined) return await pay(payment)
  const timer = setTimeout(() => {
    cancelled.add(payment.reference)
    enter(payment.reference, { state: 'cancelled' })
  }, UNPAID_MS)
  return await pay(payment).finally(() => clearTimeout(timer))
}

await openShop(payInTime, (reference, entry) => {
  if (!cancelled.has(reference)) enter(reference, entry)
})

import { randomUUID } from 'node:crypto'
import { NoResponse, send } from './gateway.mjs'
import { openShop } from './shop.mjs'

/** @typedef {import('./gateway.mjs').Payment} Payment */

/**
 * Never charges twice: it sends the same correlation id again, which the gateway refuses if it has
 * processed that request. But then this shop takes the refusal for a failed payment and never asks
 * what happened to the first one: the money is gone, and the order is not paid.
 * @param {Payment} payment
 */
async function pay(payment) {
  const correlationId = randomUUID()
  const response =
    (await attempt(payment, correlationId)) ?? (await attempt(payment, correlationId))
  return response?.status === 200 ? response.body : undefined
}

/**
 * @param {Payment} payment
 * @param {string} correlationId
 */
async function attempt(payment, correlationId) {
  try {
    const response = await send(payment, correlationId)
    return response.status >= 500 ? undefined : response
  } catch (error) {
    if (error instanceof NoResponse) return undefined
    throw error
  }
}

await openShop(pay)

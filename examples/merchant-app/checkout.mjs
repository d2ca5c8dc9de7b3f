import { randomUUID } from 'node:crypto'
import { RefusedRequest, UnclearAnswer } from './gateway.mjs'
import { isPayable } from './orders.mjs'
import { isDecided, outcomeFor } from './outcome.mjs'
import { recover } from './recovery.mjs'

/**
 * @typedef {import('./gateway.mjs').Gateway} Gateway
 * @typedef {import('./gateway.mjs').PaymentMethod} PaymentMethod
 * @typedef {import('./gateway.mjs').Transaction} Transaction
 * @typedef {import('./orders.mjs').Order} Order
 * @typedef {import('./orders.mjs').Orders} Orders
 * @typedef {import('./recovery.mjs').Patience} Patience
 *
 * What an attempt came to: a transaction, or the status that the order then has.
 * @typedef {Transaction | 'open' | 'refused' | 'undecided'} Finding
 */

const ATTEMPTS = 3

/** Takes the payment for an order: once, whatever becomes of the gateway's answers. */
export class Checkout {
  #gateway
  #orders
  #patience

  /**
   * @param {Gateway} gateway
   * @param {Orders} orders
   * @param {Patience} [patience]
   */
  constructor(gateway, orders, patience) {
    this.#gateway = gateway
    this.#orders = orders
    this.#patience = patience
  }

  /**
   * @param {string} number
   * @param {PaymentMethod} method
   * @returns {Promise<Order>}
   */
  async pay(number, method) {
    const order = this.#orders.get(number)
    // Customers click twice.
    if (!isPayable(order)) return order
    /** @type {Finding} */
    let finding = 'open'
    for (let attempt = 0; finding === 'open' && attempt < ATTEMPTS; attempt += 1) {
      finding = await this.#attempt(order, method)
    }
    const change = typeof finding === 'string' ? { status: finding } : outcomeFor(finding, order)
    return this.#orders.update(number, change)
  }

  /**
   * @param {Order} order
   * @param {PaymentMethod} method
   * @returns {Promise<Finding>}
   */
  async #attempt({ number, cents }, method) {
    const correlationId = randomUUID()
    const byDebit = 'directdebit' in method
    // Noted before it is sent: should this process die now, the id is all there is to go by.
    this.#orders.update(number, { status: 'paying', correlationId, byDebit, audit: undefined })
    const payment = { reference: `Order ${number}`, cents, method }
    try {
      const made = await this.#gateway.purchase(payment, correlationId)
      if (isDecided(made.status)) return made
    } catch (error) {
      if (error instanceof RefusedRequest) return 'refused'
      if (!(error instanceof UnclearAnswer)) throw error
    }
    return recover(this.#gateway, correlationId, this.#patience)
  }
}

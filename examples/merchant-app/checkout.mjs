import { isPayable } from './orders.mjs'

/**
 * @typedef {import('./gateway.mjs').Gateway} Gateway
 * @typedef {import('./gateway.mjs').PaymentMethod} PaymentMethod
 * @typedef {import('./orders.mjs').Order} Order
 * @typedef {import('./orders.mjs').Orders} Orders
 * @typedef {import('./till.mjs').Till} Till
 */

/** What a shop does with the money of an order. */
export class Checkout {
  #gateway
  #orders
  #till

  /**
   * @param {Gateway} gateway
   * @param {Orders} orders
   * @param {Till} till
   */
  constructor(gateway, orders, till) {
    this.#gateway = gateway
    this.#orders = orders
    this.#till = till
  }

  /**
   * Takes the payment.
   * @param {string} number
   * @param {PaymentMethod} method
   * @returns {Promise<Order>}
   */
  async pay(number, method) {
    const order = this.#orders.get(number)
    // Customers click twice.
    if (!isPayable(order)) return order
    const payment = { reference: `Order ${number}`, cents: order.cents, method }
    const intent = { kind: /** @type {const} */ ('purchase'), cents: order.cents }
    return await this.#till.move(number, { ...intent, byDebit: 'directdebit' in method }, (id) =>
      this.#gateway.purchase(payment, id),
    )
  }

  /**
   * Holds the amount on a card until the goods leave.
   * @param {string} number
   * @param {PaymentMethod} method
   * @returns {Promise<Order>}
   */
  async hold(number, method) {
    const order = this.#orders.get(number)
    if (!isPayable(order)) return order
    const payment = { reference: `Order ${number}`, cents: order.cents, method }
    return await this.#till.move(number, { kind: 'hold', cents: order.cents }, (id) =>
      this.#gateway.preauthorise(payment, id),
    )
  }

  /**
   * Takes what is held, or less if not all of it could be sent.
   * @param {string} number
   * @param {number} [cents]
   * @returns {Promise<Order>}
   */
  async ship(number, cents = this.#orders.get(number).cents) {
    const order = this.#orders.get(number)
    const { hold, status, attempt } = order
    if (hold === undefined || status !== 'held' || attempt !== undefined) return order
    const sum = { reference: `Order ${number}`, cents }
    return await this.#till.move(number, { kind: 'completion', cents }, (id) =>
      this.#gateway.complete(hold, sum, id),
    )
  }

  /**
   * Refunds a part of a payment, or all of it.
   * @param {string} number
   * @param {number} cents
   * @returns {Promise<Order>}
   */
  async refund(number, cents) {
    const order = this.#orders.get(number)
    const { audit, status, attempt, refunded } = order
    if (audit === undefined || status !== 'paid' || attempt !== undefined) return order
    if (refunded + cents > order.cents) return order
    const sum = { reference: `Refund of order ${number}`, cents }
    return await this.#till.move(number, { kind: 'refund', cents }, (id) =>
      this.#gateway.refund(audit, sum, id),
    )
  }
}

/**
 * - paying: a checkout is at it; found after a crash, it is as good as undecided
 * - undecided: money may have been taken, and only the gateway knows
 * - pending: a debit that is on its way
 * - returned: a debit that came back
 * @typedef {'open' | 'paying' | 'undecided' | 'pending' | 'paid'} LiveStatus
 * @typedef {'declined' | 'refused' | 'failed' | 'cancelled' | 'returned'} LostStatus
 * @typedef {LiveStatus | LostStatus} OrderStatus
 *
 * @typedef {object} Order
 * @property {string} number
 * @property {number} cents
 * @property {OrderStatus} status
 * @property {boolean} [byDebit]
 * @property {string} [correlationId] of the latest attempt to take the money
 * @property {number | undefined} [audit] the gateway's lasting number of the payment
 * @property {string} [code] what the bank said
 */

/** @type {readonly OrderStatus[]} */
const payable = ['open', 'declined', 'refused', 'failed', 'cancelled', 'returned']

/**
 * Whether a customer may pay it, perhaps with another card.
 * @param {Order} order
 */
export function isPayable({ status }) {
  return payable.includes(status)
}

/**
 * Whether the gateway may have news of it. A debit can come back even after it has cleared.
 * @param {Order} order
 */
export function isUnderWay({ status, byDebit }) {
  return status === 'undecided' || status === 'pending' || (status === 'paid' && byDebit === true)
}

/** The orders of the shop; a real one would keep them in its database. */
export class Orders {
  /** @type {Map<string, Order>} */
  #orders = new Map()

  /**
   * @param {string} number
   * @param {number} cents
   */
  place(number, cents) {
    return this.#put({ number, cents, status: 'open' })
  }

  /** @param {string} number */
  get(number) {
    const order = this.#orders.get(number)
    if (order === undefined) throw new Error(`There is no order ${number}`)
    return order
  }

  /**
   * @param {string} number
   * @param {Partial<Order>} change
   */
  update(number, change) {
    return this.#put({ ...this.get(number), ...change })
  }

  all() {
    return [...this.#orders.values()]
  }

  /** @param {Order} order */
  #put(order) {
    this.#orders.set(order.number, order)
    return order
  }
}

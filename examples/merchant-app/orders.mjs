import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * - held: the amount is held on the card until the goods leave
 * - pending: a debit that is on its way
 * - returned: a debit that came back
 * @typedef {'open' | 'held' | 'pending' | 'paid'} LiveStatus
 * @typedef {'declined' | 'refused' | 'failed' | 'cancelled' | 'returned'} LostStatus
 * @typedef {LiveStatus | LostStatus} OrderStatus
 *
 * A request that moves money, from just before it is sent until its outcome is known. As long as an
 * order has one, money may have moved and only the gateway knows. A hold or a refund that is pending
 * has the gateway's number, by which it is looked up: the gateway forgets correlation ids after a day.
 * @typedef {object} Attempt
 * @property {'purchase' | 'hold' | 'completion' | 'refund'} kind
 * @property {number} cents
 * @property {boolean} [byDebit]
 * @property {string} correlationId
 * @property {number} [audit]
 *
 * @typedef {object} Order
 * @property {string} number
 * @property {number} cents
 * @property {OrderStatus} status
 * @property {number} refunded in cents
 * @property {number} [taken] in cents, where less was sent than ordered
 * @property {Attempt | undefined} [attempt]
 * @property {boolean} [byDebit]
 * @property {number} [hold] the gateway's number of the hold
 * @property {number} [audit] the gateway's lasting number of the payment
 * @property {string} [code] what the bank said
 */

/** @type {readonly OrderStatus[]} */
const payable = ['open', 'declined', 'refused', 'failed', 'cancelled', 'returned']

/**
 * Whether a customer may pay it, perhaps with another card.
 * @param {Order} order
 */
export function isPayable({ status, attempt }) {
  return attempt === undefined && payable.includes(status)
}

/**
 * Whether the bank may have news of it. A debit can come back even after it has cleared.
 * @param {Order} order
 */
export function isUnderWay({ status, byDebit }) {
  return status === 'pending' || (status === 'paid' && byDebit === true)
}

/**
 * The orders of the shop, in a file: what is noted here is there after a crash. A real shop keeps
 * them in its database.
 */
export class Orders {
  #file
  /** @type {Map<string, Order>} */
  #orders

  /** @param {string} file */
  constructor(file) {
    this.#file = file
    this.#orders = new Map(stored(file).map((order) => [order.number, order]))
  }

  /**
   * @param {string} number
   * @param {number} cents
   */
  place(number, cents) {
    return this.#put({ number, cents, status: 'open', refunded: 0 })
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

  /**
   * On disk before it returns, and never half of it.
   * @param {Order} order
   */
  #put(order) {
    this.#orders.set(order.number, order)
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.all()), { flush: true })
    renameSync(`${this.#file}.new`, this.#file)
    return order
  }
}

/**
 * What the shop believes of an order, as `sandgate reconcile` reads it.
 * @param {Order} order
 */
export function bookEntry({ number, cents, taken = cents, status, refunded, attempt }) {
  const waiting = attempt?.audit === undefined ? 0 : attempt.cents
  return {
    reference: `Order ${number}`,
    paid: status === 'paid' ? taken : 0,
    held: status === 'held' ? cents : 0,
    pending: status === 'pending' ? taken : waiting,
    refunded,
    state: status,
  }
}

/**
 * @param {string} file
 * @returns {Order[]}
 */
function stored(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

// `node orders.mjs --books orders.json` prints the books.
const [, program, flag, file = ''] = process.argv
if (program === fileURLToPath(import.meta.url) && flag === '--books') {
  console.log(JSON.stringify(stored(file).map(bookEntry)))
}

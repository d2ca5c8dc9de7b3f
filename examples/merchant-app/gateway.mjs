/**
 * @typedef {{ pan: string, expiry_date?: string, cvv?: string }} Card
 * @typedef {{ bsb: string, account_number: string, account_name: string }} BankAccount
 * @typedef {{ creditcard: Card } | { directdebit: BankAccount }} PaymentMethod
 * @typedef {{ reference: string, cents: number }} Sum
 * @typedef {Sum & { method: PaymentMethod }} Payment
 *
 * What the shop needs to know of a transaction.
 * @typedef {{ audit: number, status: string, code: string }} Transaction
 *
 * A stored card; its virtual PAN pays in place of the card number.
 * @typedef {{ id: number | string, preferred_name: string, virtual_pan: string }} Token
 *
 * A transaction as the gateway writes it, as far as it is read here.
 * @typedef {{ audit: number, status: { transaction_status_code: string, acquirer: { response_code: string } } }} GatewayResponse
 */

import { randomUUID } from 'node:crypto'
import { Connection } from './connection.mjs'

/** The calls that a shop needs. */
export class Gateway {
  #connection
  #merchant

  /** @param {{ api: string, merchant: number, patience?: number }} options patience in milliseconds */
  constructor({ api, merchant, patience }) {
    this.#connection = new Connection(api, patience)
    this.#merchant = merchant
  }

  /**
   * @param {Payment} payment
   * @param {string} correlationId
   */
  purchase(payment, correlationId) {
    return this.#make('/transactions/purchase', payment, correlationId)
  }

  /**
   * Holds an amount on a card, to be taken later.
   * @param {Payment} payment
   * @param {string} correlationId
   */
  preauthorise(payment, correlationId) {
    return this.#make('/transactions/preauthorisation', payment, correlationId)
  }

  /**
   * Takes what was held.
   * @param {number} hold
   * @param {Sum} sum
   * @param {string} correlationId
   */
  complete(hold, sum, correlationId) {
    return this.#make(`/transactions/${hold}/completion`, sum, correlationId)
  }

  /**
   * Refunds a payment, or a part of it.
   * @param {number} payment
   * @param {Sum} sum
   * @param {string} correlationId
   */
  refund(payment, sum, correlationId) {
    return this.#make(`/transactions/${payment}/refund`, sum, correlationId)
  }

  /**
   * The transaction that a request has made; undefined if it was never processed.
   * @param {string} correlationId
   */
  async find(correlationId) {
    const query = new URLSearchParams({
      merchant_id: String(this.#merchant),
      correlation_id_lookup: correlationId,
    })
    const response = await this.#connection.get(`/transactions?${query}`)
    const [found] = /** @type {{ results: GatewayResponse[] }} */ (response).results
    return found && transactionOf(found)
  }

  /** @param {number} audit */
  async lookup(audit) {
    const response = await this.#connection.get(`/transactions/${audit}`)
    return transactionOf(/** @type {GatewayResponse} */ (response))
  }

  /**
   * The customers whose reference contains this one.
   * @param {string} reference
   * @returns {Promise<{ id: number | string, reference: string }[]>}
   */
  async customers(reference) {
    const response = await this.#connection.get(`/customers?${new URLSearchParams({ reference })}`)
    return /** @type {{ results: { id: number | string, reference: string }[] }} */ (response)
      .results
  }

  /**
   * The customer of this reference: made, or found if there is one already.
   * @param {{ reference: string, name: string }} customer
   * @returns {Promise<{ id: number | string }>}
   */
  async customer(customer) {
    const response = await this.#connection.post('/customers', customer, randomUUID())
    return /** @type {{ id: number | string }} */ (response)
  }

  /**
   * @param {number | string} customer
   * @returns {Promise<Token[]>}
   */
  async tokens(customer) {
    const response = await this.#connection.get(`/customers/${customer}/tokens`)
    return /** @type {{ results: Token[] }} */ (response).results
  }

  /**
   * @param {number | string} customer
   * @param {{ preferred_name: string, active: boolean, account: object }} token
   * @returns {Promise<Token>}
   */
  async createToken(customer, token) {
    const path = `/customers/${customer}/tokens`
    return /** @type {Token} */ (await this.#connection.post(path, token, randomUUID()))
  }

  /**
   * @param {string} path
   * @param {Sum & { method?: PaymentMethod }} sum
   * @param {string} correlationId
   */
  async #make(path, { reference, cents, method }, correlationId) {
    const body = {
      merchant: { id: this.#merchant },
      transaction: {
        reference,
        amount_details: { total_amount: String(cents), currency: 'AUD' },
        ...(method && { payment_method: method }),
      },
    }
    const response = await this.#connection.post(path, body, correlationId)
    return transactionOf(/** @type {GatewayResponse} */ (response))
  }
}

/**
 * @param {GatewayResponse} response
 * @returns {Transaction}
 */
function transactionOf({ audit, status }) {
  return { audit, status: status.transaction_status_code, code: status.acquirer.response_code }
}

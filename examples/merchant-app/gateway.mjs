/**
 * @typedef {{ pan: string, expiry_date: string, cvv: string }} Card
 * @typedef {{ bsb: string, account_number: string, account_name: string }} BankAccount
 * @typedef {{ creditcard: Card } | { directdebit: BankAccount }} PaymentMethod
 * @typedef {{ reference: string, cents: number, method: PaymentMethod }} Payment
 *
 * What the shop needs to know of a transaction.
 * @typedef {{ audit: number, status: string, code: string }} Transaction
 *
 * A transaction as the gateway writes it, as far as it is read here.
 * @typedef {{ audit: number, status: { transaction_status_code: string, acquirer: { response_code: string } } }} Answer
 */

/** The answer does not say whether the payment was taken. */
export class UnclearAnswer extends Error {}

/** The gateway did not accept the request, so nothing was taken. */
export class RefusedRequest extends Error {}

/** The three calls that a checkout needs. */
export class Gateway {
  #api
  #merchant
  #patience

  /** @param {{ api: string, merchant: number, patience?: number }} options patience in milliseconds */
  constructor({ api, merchant, patience = 30_000 }) {
    this.#api = api
    this.#merchant = merchant
    this.#patience = patience
  }

  /**
   * @param {Payment} payment
   * @param {string} correlationId
   */
  async purchase({ reference, cents, method }, correlationId) {
    const body = {
      merchant: { id: this.#merchant },
      transaction: {
        reference,
        amount_details: { total_amount: String(cents), currency: 'AUD' },
        payment_method: method,
      },
    }
    const answer = await this.#ask('/transactions/purchase', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-correlation-id': correlationId },
      body: JSON.stringify(body),
    })
    return transactionOf(/** @type {Answer} */ (answer))
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
    const answer = await this.#ask(`/transactions?${query}`)
    const [found] = /** @type {{ results: Answer[] }} */ (answer).results
    return found && transactionOf(found)
  }

  /** @param {number} audit */
  async lookup(audit) {
    return transactionOf(/** @type {Answer} */ (await this.#ask(`/transactions/${audit}`)))
  }

  /**
   * @param {string} path
   * @param {RequestInit} [request]
   * @returns {Promise<unknown>}
   */
  async #ask(path, request) {
    const { status, body } = await this.#fetch(path, request)
    // 409: the gateway has this id already, so there may be a payment behind it.
    if (status >= 500 || status === 409) throw new UnclearAnswer(`The gateway answered ${status}`)
    if (status >= 400) throw new RefusedRequest(`The gateway refused with ${status}`)
    return body
  }

  /**
   * A time-out, a broken connection and half an answer all end here.
   * @param {string} path
   * @param {RequestInit} [request]
   */
  async #fetch(path, request) {
    try {
      const signal = AbortSignal.timeout(this.#patience)
      const response = await fetch(`${this.#api}${path}`, { ...request, signal })
      return { status: response.status, body: await response.json() }
    } catch (cause) {
      throw new UnclearAnswer('The gateway gave no usable answer', { cause })
    }
  }
}

/**
 * @param {Answer} answer
 * @returns {Transaction}
 */
function transactionOf({ audit, status }) {
  return { audit, status: status.transaction_status_code, code: status.acquirer.response_code }
}

/**
 * The gateway over plain HTTP.
 *
 * @typedef {{ audit: number, status: { transaction_status_code: string } }} Transaction
 *
 * What came back. Status 0: nothing. Without a body: it was cut off, or not JSON.
 * @typedef {Partial<Transaction> & { results?: Transaction[], errors?: unknown[] }} Body
 * @typedef {{ status: number, retryAfter: number, body?: Body }} GatewayResponse
 */

const api = process.env.SANDGATE_API ?? 'http://127.0.0.1:7263/v1'
const card = { pan: '4111111111111111', expiry_date: '1230', cvv: '123' }
const TIME_OUT_MS = 2000

const knownStatuses = ['approved', 'declined', 'error', 'pending', 'voided', 'reversed']

/**
 * @param {{ reference: string, cents: number }} payment
 * @param {string} correlationId
 */
export function purchase({ reference, cents }, correlationId) {
  const amount = { total_amount: String(cents), currency: 'AUD' }
  const method = { creditcard: card }
  const transaction = { reference, amount_details: amount, payment_method: method }
  return call('/transactions/purchase', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-correlation-id': correlationId },
    body: JSON.stringify({ merchant: { id: 1 }, transaction }),
  })
}

/** @param {string} correlationId */
export function search(correlationId) {
  return call(`/transactions?merchant_id=1&correlation_id_lookup=${correlationId}`)
}

/**
 * Pending is not final, but the gateway has the payment. Words that the gateway does not use today decide nothing.
 * @param {Partial<Transaction> | undefined} transaction
 * @returns {transaction is Transaction}
 */
export function isKnown(transaction) {
  return knownStatuses.includes(String(transaction?.status?.transaction_status_code).toLowerCase())
}

/**
 * 4xx with the gateway's own errors: not processed. 408, 409 and 429 do not say that.
 * @param {GatewayResponse} response
 */
export function isRefused({ status, body }) {
  const isClear = status >= 400 && status < 500 && ![408, 409, 429].includes(status)
  return isClear && body?.errors !== undefined
}

/**
 * @param {string} path
 * @param {RequestInit} [request]
 * @returns {Promise<GatewayResponse>}
 */
async function call(path, request) {
  try {
    const signal = AbortSignal.timeout(TIME_OUT_MS)
    const response = await fetch(api + path, { ...request, signal })
    const retryAfter = Number(response.headers.get('retry-after')) || 0
    const body = await response.json().catch(() => undefined)
    return { status: response.status, retryAfter, body: /** @type {Body} */ (body) }
  } catch {
    return { status: 0, retryAfter: 0 }
  }
}

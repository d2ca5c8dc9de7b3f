import { debitBody, ORDER, paymentForm, purchaseBody } from './purchase-body.mjs'

/**
 * What a load asks for. `stored` is how many transactions or customers there are to ask for.
 * `record`, `intent` and `charge` are what peers call a payment.
 * @typedef {'echo' | 'purchase' | 'debit' | 'lookup' | 'search' | 'customer-page' | 'customer-search'
 *   | 'record' | 'intent' | 'charge'} Kind
 * @typedef {{ kind: Kind, run: string, stored?: number, world?: string }} Ask
 */

const FIRST_AUDIT = 1_000_001

/**
 * Makes the text of the n-th request of a load.
 * @param {Ask} ask @returns {(n: number) => string}
 */
export function requestTexts({ kind, run, stored = 1, world }) {
  const api = world === undefined ? '/v1' : `/w/${world}/v1`
  const at = (/** @type {number} */ n) => (n * 7919 + 13) % stored
  switch (kind) {
    case 'echo':
    case 'purchase':
      return poster(`${api}/transactions/purchase`, purchaseBody, run)
    case 'record':
      return poster('/payments', purchaseBody, run)
    case 'intent':
      return formPoster('/v1/payment_intents', run)
    case 'charge':
      return formPoster('/v1/charges', run)
    case 'debit':
      return poster(`${api}/transactions/purchase`, debitBody, run)
    case 'lookup':
      return (n) => getting(`${api}/transactions/${FIRST_AUDIT + at(n)}`)
    case 'search':
      return (n) =>
        getting(`${api}/transactions?merchant_id=1&correlation_id_lookup=bench-${at(n)}`)
    case 'customer-page':
      return (n) => getting(`${api}/customers?limit=20&offset=${at(n) - (at(n) % 20)}`)
    case 'customer-search':
      return (n) => getting(`${api}/customers?limit=20&reference=CUST-${padded(at(n) + 1)}`)
  }
}

/** @param {number} n */
export function padded(n) {
  return String(n).padStart(7, '0')
}

/** Groups of digits, a timestamp and a counter, as many clients make them. */
/** @param {number} n */
function correlationId(n) {
  return `${Date.now()}-${padded(n)}`
}

/** Each purchase pays another order, in every job: otherwise the client pays an order many times. */
let orders = 0

/** @param {string} path @param {string} body @param {string} run */
function poster(path, body, run) {
  const start = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Correlation-Id: ${run}-`
  const [before, after] = body.split(ORDER)
  return (/** @type {number} */ n) =>
    `${start}${correlationId(n)}\r\n\r\n${before}${padded(orders++)}${after}`
}

/** One of the servers grants each token a limited number of requests per hour. */
const REQUESTS_A_TOKEN = 4000

/** @param {string} path @param {string} run */
function formPoster(path, run) {
  const length = Buffer.byteLength(paymentForm)
  const start = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\nAuthorization: Bearer sk_test_${run}x`
  const end = `\r\n\r\n${paymentForm}`
  return (/** @type {number} */ n) => start + Math.floor(n / REQUESTS_A_TOKEN) + end
}

/** @param {string} path */
function getting(path) {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
}

/**
 * The gateway over plain HTTP, as all three shops call it. It knows nothing of what happens when a
 * response is lost: that is where the shops differ.
 *
 * @typedef {{ status: { transaction_status_code: string }, audit: number }} Transaction
 * The key tells attempts at one order apart, where there are several.
 * @typedef {{ path: string, reference: string, cents: number, card?: object, key?: string }} Payment
 *
 * What comes back: from `send` a transaction, from `search` none or one.
 * @typedef {Transaction & { results: Transaction[] }} Body
 * @typedef {{ status: number, retryAfter: number, body: Body }} GatewayResponse
 */

/** The base URL: the first argument, or what `sandgate exec` and `sweep` put in the environment. */
const api = process.argv[2] ?? process.env.SANDGATE_API ?? 'http://127.0.0.1:7263/v1'

/** How long a shop waits for a response. A real one waits for 30 seconds; nobody reading along would. */
export const TIME_OUT_MS = Number(process.env.SHOP_TIME_OUT_MS ?? 2000)

/** No whole response came: the customer may have been charged or not. */
export class NoResponse extends Error {}

/**
 * Asks for a payment or a refund.
 * @param {Payment} payment
 * @param {string} correlationId
 */
export function send({ path, reference, cents, card }, correlationId) {
  return call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-correlation-id': correlationId },
    body: JSON.stringify({
      merchant: { id: 1 },
      transaction: {
        reference,
        amount_details: { total_amount: String(cents), currency: 'AUD' },
        ...(card && { payment_method: { creditcard: card } }),
      },
    }),
  })
}

/**
 * Asks what happened to a request.
 * @param {string} correlationId
 */
export function search(correlationId) {
  return call(`/transactions?merchant_id=1&correlation_id_lookup=${correlationId}`)
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
    return {
      status: response.status,
      retryAfter: Number(response.headers.get('retry-after') ?? 1),
      body: /** @type {Body} */ (await response.json()),
    }
  } catch (cause) {
    throw new NoResponse('no response', { cause })
  }
}

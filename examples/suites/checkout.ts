import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** What the shop needs to know of a transaction. */
export interface Transaction {
  audit: number
  status: { transaction_status_code: string }
}

export interface Order {
  reference: string
  cents: number
  paymentMethod: object
}

/** What came back. */
interface GatewayResponse {
  /** 0: nothing. */
  status: number
  retryAfter: number
  /** Undefined: it was cut off, or not JSON. */
  body?: Partial<Transaction & { results: Transaction[]; errors: unknown }> | undefined
}

/** In milliseconds. Tests make both shorter. */
export const patience = { timeout: 5000, pause: 1000 }

const FINAL = ['approved', 'declined', 'error', 'voided', 'reversed']
// Pending is not final, but the gateway has the payment: do not pay again, look it up later.
const KNOWN = [...FINAL, 'pending']

/** Pays an order once, whatever happens to the gateway's responses. */
export async function pay(api: string, order: Order): Promise<Transaction> {
  // Keep it with the order before you send it, and send it again with the same id.
  const id = randomUUID()
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const response = await purchase(api, id, order)
    if (response.status === 200 && isKnown(response.body)) return response.body
    if (isRefused(response)) throw new Error(JSON.stringify(response.body?.errors))
    const query = new URLSearchParams({ merchant_id: '1', correlation_id_lookup: id })
    const wait = Math.max(patience.pause, response.retryAfter)
    const [found] = await ask(`${api}/transactions?${query}`, wait)
    if (found !== undefined) return found
  }
  throw new Error(`${order.reference}: the gateway takes no payments at the moment`)
}

function purchase(api: string, id: string, order: Order): Promise<GatewayResponse> {
  const { reference, cents, paymentMethod } = order
  const amount = { total_amount: String(cents), currency: 'AUD' }
  const transaction = { reference, amount_details: amount, payment_method: paymentMethod }
  return call(`${api}/transactions/purchase`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Correlation-Id': id },
    body: JSON.stringify({ merchant: { id: 1 }, transaction }),
  })
}

/** What happened to a payment, such as a direct debit after some days. */
export async function statusOf(api: string, audit: number): Promise<string | undefined> {
  const [found] = await ask(`${api}/transactions/${audit}`, 0)
  return found?.status.transaction_status_code
}

/**
 * What a lookup or a search finds, once all of it has a known status. Asks again while it has not,
 * and if the question itself fails: that says nothing. Only a search that worked can be empty.
 */
async function ask(url: string, firstWait: number): Promise<Transaction[]> {
  let wait = firstWait
  for (let asked = 1; asked <= 8; asked += 1) {
    await sleep(wait)
    const { status, body, retryAfter } = await call(url)
    const found = body?.results ?? [body]
    if (status === 200 && found.every(isKnown)) return found
    wait = Math.max(asked * patience.pause, retryAfter)
  }
  throw new Error(`Not known yet: ask again later, and do not pay again until then (${url})`)
}

async function call(url: string, request: RequestInit = {}): Promise<GatewayResponse> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(patience.timeout) })
    const retryAfter = 1000 * Number(response.headers.get('Retry-After')) || 0
    const body = (await response.json().catch(() => undefined)) as GatewayResponse['body']
    return { status: response.status, retryAfter, body }
  } catch {
    return { status: 0, retryAfter: 0 }
  }
}

function isKnown(transaction: Partial<Transaction> | undefined): transaction is Transaction {
  return KNOWN.includes(String(transaction?.status?.transaction_status_code).toLowerCase())
}

/** 4xx with the gateway's own errors: not processed. 408, 409 and 429 do not say that. */
function isRefused({ status, body }: GatewayResponse): boolean {
  const isClear = status >= 400 && status < 500 && ![408, 409, 429].includes(status)
  return isClear && body?.errors !== undefined
}

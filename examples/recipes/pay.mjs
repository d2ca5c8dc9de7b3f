import { existsSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const api = process.env.SANDGATE_API ?? 'http://127.0.0.1:7263/v1'
// A pending card is looked up like an unknown payment, until the bank has decided.
// A direct debit is pending for days: add 'pending' for it, and look it up later.
const KNOWN = ['approved', 'declined', 'error', 'voided', 'reversed']

/** The outcome is not known. Search for this id later, and do not pay again until then. */
class Unresolved extends Error {}

/** The status is 0 if there was no response. The body is undefined if it was cut off or is not JSON. */
async function call(path, request = {}) {
  try {
    const response = await fetch(api + path, { ...request, signal: AbortSignal.timeout(5000) })
    const retryAfter = Number(response.headers.get('Retry-After')) || 0
    const body = await response.json().catch(() => undefined)
    return { status: response.status, retryAfter, body }
  } catch {
    return { status: 0, retryAfter: 0 }
  }
}

function isKnown(transaction) {
  return KNOWN.includes(String(transaction?.status?.transaction_status_code).toLowerCase())
}

/** A 4xx with the gateway's errors means that nothing was processed, except 408, 409 and 429. */
function isRefused({ status, body }) {
  return status >= 400 && status < 500 && ![408, 409, 429].includes(status) && Boolean(body?.errors)
}

/** 09, 68 and 94: the bank asks you to look the payment up. */
function isUnsure(transaction) {
  return ['09', '68', '94'].includes(transaction?.status?.acquirer?.response_code)
}

/** Finds the transaction with this id. Returns undefined if the request was not processed. */
async function search(id, retryAfter) {
  const query = new URLSearchParams({ merchant_id: '1', correlation_id_lookup: id })
  let wait = retryAfter
  for (let seconds = 1; seconds <= 8; seconds += 1) {
    await sleep(1000 * Math.max(seconds, wait))
    const response = await call(`/transactions?${query}`)
    const results = response.status === 200 ? response.body?.results : undefined
    if (results?.length === 0) return undefined
    if (isKnown(results?.[0])) return results[0]
    wait = response.retryAfter
  }
  throw new Unresolved(id)
}

/** The file that stores the order's correlation id until the outcome is known. It survives a crash. In your shop, use a column of the order table. */
function fileOf(reference) {
  return path.join(process.env.SANDGATE_SCRATCH ?? '.', `${encodeURIComponent(reference)}.id`)
}

/** The id of the order, and its transaction if an earlier run paid. */
async function begin(file) {
  const kept = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const id = kept || crypto.randomUUID()
  if (!kept) writeFileSync(file, id)
  const found = kept ? await search(id, 0) : undefined
  // After 24 hours the gateway forgets the id, so an empty search proves nothing.
  if (!found && Date.now() - statSync(file).mtimeMs > 86_400_000) throw new Unresolved(id)
  return { id, found }
}

async function outcomeOf(reference, cents) {
  const transaction = {
    reference,
    amount_details: { total_amount: String(cents), currency: 'AUD' },
    payment_method: { creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' } },
  }
  const { id, found } = await begin(fileOf(reference))
  if (found) return found
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const response = await call('/transactions/purchase', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Correlation-Id': id },
      body: JSON.stringify({ merchant: { id: 1 }, transaction }),
    })
    const { status, body } = response
    if (status === 200 && isKnown(body) && !isUnsure(body)) return body
    if (isRefused(response)) {
      rmSync(fileOf(reference))
      throw new Error(JSON.stringify(response.body.errors))
    }
    const found = await search(id, response.retryAfter)
    if (found) return found
  }
  throw new Error('Not paid: the gateway does not process payments at the moment')
}

/** In your shop, store the outcome and delete the id in one transaction: a crash in between would pay again. */
export async function pay(reference, cents) {
  const paid = await outcomeOf(reference, cents)
  rmSync(fileOf(reference))
  return paid
}

const isProgram = realpathSync(process.argv[1] ?? '.') === fileURLToPath(import.meta.url)
if (isProgram) {
  const paid = await pay(process.argv[2] ?? 'Order 1001', 4995)
  console.log(paid.audit, paid.status.transaction_status_code)
}

import { randomUUID } from 'node:crypto'

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

class Refused extends Error {}

/** Pays an order once, whatever becomes of the gateway's answers. */
export async function pay(api: string, order: Order): Promise<Transaction> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const id = randomUUID()
    const made = (await purchase(api, id, order)) ?? (await search(api, id))
    if (made !== undefined) return made
  }
  throw new Error(`${order.reference}: the gateway takes no payments at the moment`)
}

/** Undefined if the outcome is not clear: the money may have moved. */
async function purchase(api: string, id: string, order: Order): Promise<Transaction | undefined> {
  const { reference, cents, paymentMethod } = order
  const amount = { total_amount: String(cents), currency: 'AUD' }
  const transaction = { reference, amount_details: amount, payment_method: paymentMethod }
  try {
    const answer = await fetch(`${api}/transactions/purchase`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Correlation-Id': id },
      body: JSON.stringify({ merchant: { id: 1 }, transaction }),
      signal: AbortSignal.timeout(5000),
    })
    if (answer.status >= 500) return undefined
    if (!answer.ok) throw new Refused(await answer.text())
    return (await answer.json()) as Transaction
  } catch (error) {
    if (error instanceof Refused) throw error
    return undefined
  }
}

/** The transaction that a request has made; undefined if it was not processed. */
async function search(api: string, id: string): Promise<Transaction | undefined> {
  const query = new URLSearchParams({ merchant_id: '1', correlation_id_lookup: id })
  const answer = await fetch(`${api}/transactions?${query}`)
  const { results } = (await answer.json()) as { results: Transaction[] }
  return results[0]
}

/** What became of a payment, such as a direct debit after some days. */
export async function statusOf(api: string, audit: number): Promise<string> {
  const answer = await fetch(`${api}/transactions/${audit}`)
  const { status } = (await answer.json()) as Transaction
  return status.transaction_status_code
}

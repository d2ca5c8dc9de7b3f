// A small test suite of a shop, for the sweeps of npm run confusion: node scripts/confusion/suite.mjs <kind>
import { randomInt, randomUUID } from 'node:crypto'

const { SANDGATE_API: api } = process.env

/** @param {string} path @param {object} body @param {string} [id] */
async function post(path, body, id = randomUUID()) {
  const response = await fetch(`${api}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-correlation-id': id },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return await response.json()
}

/** @param {string} reference @param {number} cents @param {string} [id] */
async function pay(reference, cents, id) {
  const creditcard = { pan: '4111111111111111', expiry_date: '1230', cvv: '123' }
  const amount_details = { total_amount: String(cents), currency: 'AUD' }
  const transaction = { reference, amount_details, payment_method: { creditcard } }
  return await post('/transactions/purchase', { merchant: { id: 1 }, transaction }, id)
}

/** @param {string} query */
async function listed(query) {
  const response = await fetch(`${api}${query}`)
  const { results } = /** @type {{ results: unknown[] }} */ (await response.json())
  return results
}

/** Asks after a lost response, and sends it again only if nothing was processed. @param {string} reference @param {number} cents */
async function payCarefully(reference, cents) {
  const id = randomUUID()
  try {
    await pay(reference, cents, id)
  } catch {
    // Lost: the search says what happened.
    const found = await listed(`/transactions?merchant_id=1&correlation_id_lookup=${id}`)
    if (found.length === 0) await pay(reference, cents)
  }
}

/** @param {string} reference @param {number} cents */
async function payBlindly(reference, cents) {
  await pay(reference, cents).catch(() => pay(reference, cents))
}

/** @param {string} reference */
async function createCustomer(reference) {
  const found = await listed('/customers?merchant_id=1&name=Ann')
  if (found.length === 0) await post('/customers', { reference, name: 'Ann Example' })
}

/** @type {Readonly<Record<string, () => Promise<void>>>} */
const suites = {
  randomBlindly: async () => {
    for (const reference of ['A-1', 'A-2']) await payBlindly(reference, randomInt(1000, 9000))
  },
  randomCarefully: async () => {
    for (const reference of ['A-1', 'A-2']) await payCarefully(reference, randomInt(1000, 9000))
  },
  alwaysTwice: async () => {
    for (let n = 0; n < 2; n += 1) await payCarefully('A-1', 4995)
  },
  newReferences: () => createCustomer(randomUUID()),
  ownReference: () => createCustomer('ann'),
}

await suites[process.argv[2] ?? '']?.()

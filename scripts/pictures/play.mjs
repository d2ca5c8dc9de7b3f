/**
 * @typedef {{ url: string, moveTime: (ms: number) => Promise<void> }} Stage a sandbox whose clock is
 *   frozen, and how to move real time, which is frozen too
 *
 * What the pictures show: a day of payments with fixed ids, at fixed times. The double charge is the
 * one of the README.
 * @param {Stage} stage
 */
export async function play(stage) {
  await control(stage.url, 'reset', { label: 'checkout survives a timeout' })
  await pass(stage, 131)
  await loseNext(stage)
  await pay(stage, { id: 'corr-1', reference: 'A-1001', cents: 4995 })
  await pay(stage, { id: 'corr-2', reference: 'A-1001', cents: 4995 })
  await pay(stage, { id: 'corr-3', reference: 'A-1002', cents: 12_000 })
  await pay(stage, { id: 'corr-4', reference: 'A-1003', cents: 1_000_051 })
  await loseNext(stage)
  await pay(stage, { id: 'corr-5', reference: 'A-1004', cents: 2550 })
  await search(stage, 'corr-5')
  await pay(stage, { id: 'corr-6', reference: 'A-1005', cents: 8900 })
}

/** Moves both clocks. @param {Stage} stage @param {number} seconds */
async function pass({ url, moveTime }, seconds) {
  await control(url, 'clock/advance', { by: `${seconds}s` })
  await moveTime(1000 * seconds)
}

/** Loses the response to the next purchase, after the customer was charged. @param {Stage} stage */
async function loseNext({ url }) {
  const fault = { at: 'after', reset: true }
  await control(url, 'rules', { when: { operation: 'purchase' }, outcome: { fault } })
}

/**
 * @param {Stage} stage
 * @param {{ id: string, reference: string, cents: number }} payment
 */
async function pay(stage, { id, reference, cents }) {
  const transaction = {
    reference,
    amount_details: { total_amount: String(cents), currency: 'AUD' },
    payment_method: {
      creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' },
    },
  }
  // A lost response is what some of these payments are for.
  await post(
    `${stage.url}/v1/transactions/purchase`,
    { merchant: { id: 1 }, transaction },
    id,
  ).catch(() => undefined)
  await pass(stage, 2)
}

/** @param {Stage} stage @param {string} id */
async function search(stage, id) {
  await fetch(`${stage.url}/v1/transactions?merchant_id=1&correlation_id_lookup=${id}`)
  await pass(stage, 3)
}

/** @param {string} url @param {string} path @param {unknown} body */
async function control(url, path, body) {
  const response = await post(`${url}/_sandbox/${path}`, body)
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
}

/** @param {string} address @param {unknown} body @param {string} [id] */
async function post(address, body, id) {
  const headers = {
    'content-type': 'application/json',
    ...(id === undefined ? {} : { 'x-correlation-id': id }),
  }
  return await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
}

/**
 * @typedef {import('./gateway.mjs').Payment} Payment
 * @typedef {import('./gateway.mjs').Transaction} Transaction
 *
 * How a shop makes a payment: the transaction, or undefined where it gave up.
 * @typedef {(payment: Payment) => Promise<Transaction | undefined>} Pay
 */

const card = { pan: '4111111111111111', expiry_date: '1230', cvv: '123' }

/**
 * A day in the life of a shop: two orders, and part of the second one comes back.
 * @param {Pay} pay
 */
export async function openShop(pay) {
  await buy(pay, 'A-1001', 4995)
  const bought = await buy(pay, 'A-1002', 12_000)
  if (bought) await giveBack(pay, bought, 2000)
}

/**
 * @param {Pay} pay
 * @param {string} reference
 * @param {number} cents
 */
async function buy(pay, reference, cents) {
  const paid = await pay({ path: '/transactions/purchase', reference, cents, card })
  return tell(`${reference}: ${money(cents)}`, paid)
}

/**
 * @param {Pay} pay
 * @param {Transaction} bought
 * @param {number} cents
 */
async function giveBack(pay, { audit }, cents) {
  const path = `/transactions/${audit}/refund`
  const refunded = await pay({ path, reference: 'A-1002 refund', cents })
  tell(`A-1002: ${money(cents)} back`, refunded)
}

/**
 * What the shop believes. It fails, as a test would, where a payment did not go through.
 * @param {string} what
 * @param {Transaction | undefined} transaction
 */
function tell(what, transaction) {
  const status = transaction?.status.transaction_status_code ?? 'failed'
  console.log(`${what} ${status}`)
  if (status === 'approved') return transaction
  process.exitCode = 1
  return undefined
}

/** @param {number} cents */
function money(cents) {
  return `AUD ${(cents / 100).toFixed(2)}`
}

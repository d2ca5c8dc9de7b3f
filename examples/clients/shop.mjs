import { enter } from './books.mjs'

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
 * @param {typeof enter} book writes down what happened to an order
 */
export async function openShop(pay, book = enter) {
  await buy(pay, 'A-1001', 4995, book)
  const bought = await buy(pay, 'A-1002', 12_000, book)
  if (bought && (await giveBack(pay, bought, 2000))) book('A-1002', { refunded: 2000 })
}

/**
 * @param {Pay} pay
 * @param {string} reference
 * @param {number} cents
 * @param {typeof enter} book
 */
async function buy(pay, reference, cents, book) {
  const paid = await pay({ path: '/transactions/purchase', reference, cents, card })
  const bought = tell(`${reference}: ${money(cents)}`, paid)
  book(reference, bought ? { paid: cents, state: 'paid' } : { state: 'failed' })
  return bought
}

/**
 * @param {Pay} pay
 * @param {Transaction} bought
 * @param {number} cents
 */
async function giveBack(pay, { audit }, cents) {
  const path = `/transactions/${audit}/refund`
  const refunded = await pay({ path, reference: 'A-1002 refund', cents })
  return tell(`A-1002: ${money(cents)} refund`, refunded)
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

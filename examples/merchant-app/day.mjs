import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Checkout } from './checkout.mjs'
import { followUp } from './follow-up.mjs'
import { Gateway } from './gateway.mjs'
import { Orders } from './orders.mjs'
import { Till } from './till.mjs'

/**
 * A day at the shop, which may be started again after a crash: one order is paid and partly given
 * back, another is held and sent. Its orders are in the folder that `sandgate sweep` gives each run.
 */
const card = { creditcard: { pan: '4111111111111111', expiry_date: '1230', cvv: '123' } }
const { SANDGATE_API: api = 'http://127.0.0.1:7263/v1', SANDGATE_SCRATCH: folder = '.' } =
  process.env

const gateway = new Gateway({ api, merchant: 1, patience: 1500 })
const orders = new Orders(path.join(folder, 'orders.json'))
const till = new Till(gateway, orders)
const checkout = new Checkout(gateway, orders, till)

const known = orders.all().map(({ number }) => number)
if (!known.includes('1001')) orders.place('1001', 4995)
if (!known.includes('1002')) orders.place('1002', 12_000)

await settle()
await checkout.pay('1001', card)
await checkout.hold('1002', card)
await settle()
if (orders.get('1001').refunded === 0) await checkout.refund('1001', 2000)
await checkout.ship('1002', 10_000)
await settle()

/** Asks until every payment is decided. A real shop does so every few hours. */
async function settle() {
  for (let round = 1; round <= 5 && orders.all().some(isOpen); round += 1) {
    await wait(500 * round)
    await followUp(gateway, orders, till)
  }
}

/** @param {import('./orders.mjs').Order} order */
function isOpen({ attempt, status }) {
  return attempt !== undefined || status === 'pending'
}

for (const { number, status, refunded } of orders.all()) {
  console.log(`${number}: ${status}, ${refunded} cents refunded`)
  if (status !== 'paid') process.exitCode = 1
}

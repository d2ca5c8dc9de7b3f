import { readdirSync } from 'node:fs'
import path from 'node:path'
import { card, openShop } from './shop.mjs'

/**
 * @typedef {ReturnType<typeof openShop>} Shop
 * @typedef {import('../orders.mjs').Order} Order
 */

const ROUNDS = 5

/**
 * What a shop does when it starts after a crash: it asks what happened to every payment that was under
 * way, and makes those that the gateway has never seen.
 */
const { SANDGATE_SCRATCH: folder = '.', SANDGATE_URL: url = '' } = process.env
for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
  const [world] = name.split('.')
  await recover(openShop({ api: `${url}/w/${world}/v1`, file: path.join(folder, name) }))
}

/** @param {Shop} shop */
async function recover(shop) {
  const left = shop.orders.all().filter(({ attempt }) => attempt !== undefined)
  for (let round = 1; round <= ROUNDS && isUndecided(shop); round += 1) {
    if (round > 1) await new Promise((resolve) => setTimeout(resolve, 300 * round))
    await shop.followUp()
  }
  if (isUndecided(shop)) process.exitCode = 1
  for (const order of left) await again(shop, order)
}

/** @param {Shop} shop */
function isUndecided({ orders }) {
  return orders.all().some(({ attempt }) => attempt !== undefined)
}

/**
 * Makes it again where the gateway has never seen it; otherwise the order says that it is done.
 * @param {Shop} shop
 * @param {Order} before
 */
async function again({ checkout, orders }, before) {
  const { number, attempt } = before
  const { status, refunded } = orders.get(number)
  if (attempt === undefined) return
  const { kind, cents } = attempt
  if (kind === 'purchase' && status === 'open') await checkout.pay(number, card)
  if (kind === 'hold' && status === 'open') await checkout.hold(number, card)
  if (kind === 'completion' && status === 'held') await checkout.ship(number, cents)
  if (kind === 'refund' && refunded === before.refunded) await checkout.refund(number, cents)
}

import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { booksAgree, openShop } from './shop.mjs'
import { openWorld } from './world.mjs'

/** @type {import('./world.mjs').World} */
let world
before(async () => {
  world = await openWorld(import.meta.url)
})
beforeEach(({ name }) => world.reset({ label: name }))
afterEach(() => booksAgree(world))
after(() => world.close())

/** @param {string} bsb */
function account(bsb) {
  return { directdebit: { bsb, account_number: '123456789', account_name: 'Ann Example' } }
}

test('a debit is pending until the bank has decided', async () => {
  const { checkout, orders, followUp } = openShop(world)
  assert.equal((await checkout.pay('1001', account('062-000'))).status, 'pending')
  assert.deepEqual(await followUp(), [])
  await world.clock.advance('5 banking days')
  assert.deepEqual(await followUp(), [orders.get('1001')])
  assert.equal(orders.get('1001').status, 'paid')
})

test('a debit that the bank returns is noticed', async () => {
  const { checkout, followUp } = openShop(world)
  await checkout.pay('1001', account('032-056'))
  await world.clock.advance('5 banking days')
  const [order] = await followUp()
  assert.deepEqual([order?.status, order?.code], ['returned', '6'])
})

test('a debit that comes back after it has cleared is noticed', async () => {
  const { checkout, followUp } = openShop(world)
  await checkout.pay('1001', account('032-060'))
  const seen = []
  for (let day = 0; day < 7; day += 1) {
    await world.clock.advance('1 banking days')
    for (const { status } of await followUp()) seen.push(status)
  }
  assert.deepEqual(seen, ['paid', 'returned'])
})

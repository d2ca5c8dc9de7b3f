import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { booksAgree, card, openShop } from './shop.mjs'
import { openWorld } from './world.mjs'

/** @type {import('./world.mjs').World} */
let world
before(async () => {
  world = await openWorld(import.meta.url)
})
beforeEach(({ name }) => world.reset({ label: name }))
afterEach(() => booksAgree(world))
after(() => world.close())

test('a payment is refunded in parts, and never beyond its amount', async () => {
  const { checkout } = openShop(world)
  await checkout.pay('1001', card)
  assert.equal((await checkout.refund('1001', 1000)).refunded, 1000)
  assert.equal((await checkout.refund('1001', 995)).refunded, 1995)
  assert.equal((await checkout.refund('1001', 1)).refunded, 1995)
})

test('a refund whose response was lost is found and not repeated', async () => {
  await world.scenarios.rule({
    when: { operation: 'refund' },
    outcome: { fault: { at: 'after', reset: true } },
  })
  const { checkout } = openShop(world)
  await checkout.pay('1001', card)
  assert.equal((await checkout.refund('1001', 500)).refunded, 500)
  assert.equal(await world.countPaid(), 2)
})

test('a second click refunds nothing more', async () => {
  const { checkout, orders } = openShop(world)
  await checkout.pay('1001', card)
  await Promise.all([checkout.refund('1001', 500), checkout.refund('1001', 500)])
  assert.equal(orders.get('1001').refunded, 500)
})

test('a refund that waits for the bank is booked as pending, and not repeated', async () => {
  await world.scenarios.rule({
    when: { operation: 'refund' },
    outcome: { status: 'pending', resolves: { after: '2d', status: 'approved' } },
  })
  const { checkout, orders, followUp } = openShop(world)
  await checkout.pay('1001', card)
  await checkout.refund('1001', 500)
  assert.equal((await checkout.refund('1001', 500)).refunded, 0)
  await booksAgree(world)
  await world.clock.advance('2d')
  assert.deepEqual(await followUp(), [orders.get('1001')])
  assert.equal(orders.get('1001').refunded, 500)
})

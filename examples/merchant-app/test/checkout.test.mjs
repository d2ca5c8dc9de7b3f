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

test('an approved card pays the order', async () => {
  const { checkout } = openShop(world)
  const { status, code, attempt } = await checkout.pay('1001', card)
  assert.deepEqual({ status, code, attempt }, { status: 'paid', code: '00', attempt: undefined })
})

test('an order whose card is declined can be paid with another', async () => {
  const { checkout } = openShop(world)
  const short = { creditcard: { ...card.creditcard, pan: '4000000000000051' } }
  const { status, code } = await checkout.pay('1001', short)
  assert.deepEqual({ status, code }, { status: 'declined', code: '51' })
  assert.equal((await checkout.pay('1001', card)).status, 'paid')
})

test('a mistyped card number is not tried again', async () => {
  const { checkout } = openShop(world)
  const mistyped = { creditcard: { ...card.creditcard, pan: '4111111111111112' } }
  assert.equal((await checkout.pay('1001', mistyped)).status, 'refused')
  assert.equal((await world.requests({ operation: 'purchase' })).length, 1)
})

test('a second click charges nothing more', async () => {
  const { checkout, orders } = openShop(world)
  await Promise.all([checkout.pay('1001', card), checkout.pay('1001', card)])
  assert.equal(orders.get('1001').status, 'paid')
  assert.equal(await world.countPaid(), 1)
})

test('two orders over the same amount are two payments', async () => {
  const { checkout, orders } = openShop(world)
  orders.place('1002', 1995)
  await Promise.all([checkout.pay('1001', card), checkout.pay('1002', card)])
  assert.equal(await world.countPaid(), 2)
})

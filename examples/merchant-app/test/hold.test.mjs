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

/** @type {import('sandgate').RuleDocument['outcome']} */
const waits = { status: 'pending', resolves: { after: '2d', status: 'approved' } }

test('an amount is held with the order and taken when the goods leave', async () => {
  const { checkout } = openShop(world)
  assert.equal((await checkout.hold('1001', card)).status, 'held')
  assert.equal((await checkout.ship('1001', 1500)).status, 'paid')
  assert.equal((await checkout.refund('1001', 500)).refunded, 500)
})

test('goods that leave after the hold has lapsed are not paid for', async () => {
  const { checkout } = openShop(world)
  await checkout.hold('1001', card)
  await world.clock.advance('8d')
  assert.equal((await checkout.ship('1001')).status, 'declined')
  assert.equal((await checkout.pay('1001', card)).status, 'paid')
})

test('a completion whose response was lost is found and not repeated', async () => {
  await world.scenarios.rule({
    when: { operation: 'completion' },
    outcome: { fault: { at: 'after', http: 502 } },
  })
  const { checkout } = openShop(world)
  await checkout.hold('1001', card)
  assert.equal((await checkout.ship('1001')).status, 'paid')
  assert.equal(await world.countPaid(), 2)
})

test('a hold that waits for the bank is booked as pending, and ships nothing yet', async () => {
  await world.scenarios.rule({ when: { operation: 'preauthorisation' }, outcome: waits })
  const { checkout, orders, followUp } = openShop(world)
  await checkout.hold('1001', card)
  assert.equal((await checkout.ship('1001')).status, 'open')
  await booksAgree(world)
  await world.clock.advance('2d')
  assert.deepEqual(await followUp(), [orders.get('1001')])
  assert.equal((await checkout.ship('1001')).status, 'paid')
})

test('a part that waits for the bank is booked as pending', async () => {
  await world.scenarios.rule({ when: { operation: 'completion' }, outcome: waits })
  const { checkout, orders, followUp } = openShop(world)
  await checkout.hold('1001', card)
  assert.equal((await checkout.ship('1001', 1500)).status, 'pending')
  await booksAgree(world)
  await world.clock.advance('2d')
  await followUp()
  assert.equal(orders.get('1001').status, 'paid')
})

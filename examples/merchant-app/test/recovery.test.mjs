import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { followUp } from '../follow-up.mjs'
import { card, openShop } from './shop.mjs'
import { openWorld } from './world.mjs'

/** @type {import('./world.mjs').World} */
let world
before(async () => {
  world = await openWorld(import.meta.url)
})
beforeEach(() => world.reset())
after(() => world.close())

/** @type {import('sandgate').RuleDocument['when'] & {}} */
const purchase = { operation: 'purchase' }

const losses = /** @type {const} */ ([
  ['a 503', { http: 503 }],
  ['a 409', { http: 409 }],
  ['a reset connection', { reset: true }],
  ['half an answer', { truncate: true }],
  ['an answer that is not JSON', { garbage: true }],
  ['no answer at all', { hang: true }],
])

for (const [loss, fault] of losses) {
  // Only the one that never answers is worth a short time-out: a slow machine trips over it.
  const patience = 'hang' in fault ? 500 : 30_000

  test(`after ${loss}, a payment that was taken is found and not repeated`, async () => {
    await world.rule({ when: purchase, outcome: { fault: { at: 'after', ...fault } } })
    const { checkout } = openShop({ ...world, patience })
    assert.equal((await checkout.pay('1001', card)).audit, 1000001)
    assert.equal(await world.countPaid(), 1)
  })

  test(`after ${loss}, a payment that was not taken is tried again`, async () => {
    await world.rule({ when: purchase, outcome: { fault: { at: 'before', ...fault } } })
    const { checkout } = openShop({ ...world, patience })
    assert.equal((await checkout.pay('1001', card)).status, 'paid')
    assert.ok((await world.countCalls('search')) > 0)
    assert.equal(await world.countPaid(), 1)
  })
}

test('a payment that is unknown is asked for until it is decided', async () => {
  await world.rule({ when: purchase, outcome: decidedLater('declined') })
  const { checkout } = openShop({ ...world, pause: () => world.advance('15s') })
  assert.equal((await checkout.pay('1001', card)).status, 'declined')
  assert.equal(await world.countCalls('search'), 3)
})

test('a payment that stays unknown is not repeated, and followed up later', async () => {
  await world.rule({ when: purchase, outcome: decidedLater('approved') })
  const { checkout, gateway, orders } = openShop(world)
  assert.equal((await checkout.pay('1001', card)).status, 'undecided')
  assert.equal((await checkout.pay('1001', card)).status, 'undecided')
  await world.advance('30s')
  assert.deepEqual(await followUp(gateway, orders), [orders.get('1001')])
  assert.equal(orders.get('1001').status, 'paid')
  assert.equal(await world.countCalls('purchase'), 1)
})

test('a search that fails says nothing about the payment', async () => {
  await world.rule({ when: purchase, outcome: { fault: { at: 'after', reset: true } } })
  const badSearch = { fault: { at: /** @type {const} */ ('before'), http: 502 } }
  await world.rule({ when: { operation: 'search' }, times: 2, outcome: badSearch })
  const { checkout } = openShop(world)
  assert.equal((await checkout.pay('1001', card)).status, 'paid')
  assert.equal(await world.countPaid(), 1)
})

test('a gateway that is down leaves the order to be paid later', async () => {
  const down = { fault: { at: /** @type {const} */ ('before'), http: 503 } }
  await world.rule({ when: purchase, times: 3, outcome: down })
  const { checkout } = openShop(world)
  assert.equal((await checkout.pay('1001', card)).status, 'open')
  assert.equal((await checkout.pay('1001', card)).status, 'paid')
})

/**
 * @param {'approved' | 'declined'} status
 * @returns {import('sandgate').RuleDocument['outcome']}
 */
function decidedLater(status) {
  return { status: 'unknown', resolves: { after: '30s', status } }
}

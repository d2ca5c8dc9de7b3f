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

/** @type {import('sandgate').RuleDocument['when'] & {}} */
const purchase = { operation: 'purchase' }

const losses = /** @type {const} */ ([
  ['a 503', { http: 503 }],
  ['a 409', { http: 409, body: 'json' }],
  ['a reset connection', { reset: true }],
  ['half a response', { truncate: true }],
  ['a response that is not JSON', { garbage: true }],
  ['no response at all', { hang: true }],
])

for (const [loss, fault] of losses) {
  // Only the one without any response is worth a short timeout: a slow machine trips over it.
  const patience = 'hang' in fault ? 500 : 1500

  test(`after ${loss}, a payment that was taken is found and not repeated`, async () => {
    await world.scenarios.rule({ when: purchase, outcome: { fault: { at: 'after', ...fault } } })
    const { checkout } = openShop({ ...world, patience })
    assert.equal((await checkout.pay('1001', card)).status, 'paid')
    assert.equal(await world.countPaid(), 1)
  })

  test(`after ${loss}, a payment that was not taken is tried again`, async () => {
    await world.scenarios.rule({ when: purchase, outcome: { fault: { at: 'before', ...fault } } })
    const { checkout } = openShop({ ...world, patience })
    assert.equal((await checkout.pay('1001', card)).status, 'paid')
    const sent = await world.requests({ operation: 'purchase' })
    const searches = await world.requests({ operation: 'search' })
    // A proxy in between may have sent it again itself, with its id: then there was nothing to ask.
    const isOneId = new Set(sent.map(({ request }) => request.correlation_id)).size === 1
    assert.ok(searches.length > 0 || isOneId)
    assert.equal(await world.countPaid(), 1)
  })
}

test('a payment that is unknown is asked for until it is decided', async () => {
  await world.scenarios.rule({ when: purchase, outcome: decidedLater('declined') })
  const { checkout } = openShop({ ...world, pause: () => world.clock.advance('15s') })
  assert.equal((await checkout.pay('1001', card)).status, 'declined')
  assert.equal(await world.countPaid(), 0)
})

test('a payment that stays unknown is not repeated, and followed up later', async () => {
  await world.scenarios.rule({ when: purchase, outcome: decidedLater('approved') })
  const { checkout, orders, followUp } = openShop(world)
  const undecided = await checkout.pay('1001', card)
  assert.equal(undecided.status, 'open')
  assert.deepEqual(await checkout.pay('1001', card), undecided)
  await world.clock.advance('30s')
  assert.deepEqual(await followUp(), [orders.get('1001')])
  assert.equal(orders.get('1001').status, 'paid')
  assert.equal(await world.countPaid(), 1)
})

test('a search that fails says nothing about the payment', async () => {
  await world.scenarios.rule({ when: purchase, outcome: { fault: { at: 'after', reset: true } } })
  const badSearch = { fault: { at: /** @type {const} */ ('before'), http: 502 } }
  await world.scenarios.rule({ when: { operation: 'search' }, times: 2, outcome: badSearch })
  const { checkout } = openShop(world)
  assert.equal((await checkout.pay('1001', card)).status, 'paid')
  assert.equal(await world.countPaid(), 1)
})

test('a gateway that is down leaves the order to be paid later', async () => {
  const down = { fault: { at: /** @type {const} */ ('before'), http: 503 } }
  await world.scenarios.rule({ when: purchase, times: 5, outcome: down })
  const { checkout } = openShop(world)
  assert.equal((await checkout.pay('1001', card)).status, 'open')
  assert.equal((await checkout.pay('1001', card)).status, 'paid')
})

test('a gateway that is busy is left alone for as long as it asks', async () => {
  const busy = { at: /** @type {const} */ ('before'), http: 429, body: 'json', retry_after: 7 }
  await world.scenarios.rule({ when: purchase, outcome: { fault: busy } })
  /** @type {number[]} */
  const pauses = []
  // The sandbox's clock moves on instead of the test waiting.
  const obey = async (/** @type {number} */ ms) => {
    pauses.push(ms)
    await world.clock.advance(`PT${ms / 1000}S`)
  }
  const { checkout } = openShop({ ...world, obey })
  assert.equal((await checkout.pay('1001', card)).status, 'paid')
  assert.ok(pauses.includes(7000))
  assert.equal(await world.countPaid(), 1)
})

/**
 * @param {'approved' | 'declined'} status
 * @returns {import('sandgate').RuleDocument['outcome']}
 */
function decidedLater(status) {
  return { status: 'unknown', resolves: { after: '30s', status } }
}

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { card, newOrders, openShop } from './shop.mjs'
import { openWorld } from './world.mjs'

/** @type {import('./world.mjs').World} */
let world
before(async () => {
  world = await openWorld(import.meta.url)
})
beforeEach(({ name }) => world.reset({ label: name }))
after(() => world.close())

const dyingShop = fileURLToPath(new URL('dying-shop.mjs', import.meta.url))

/**
 * Runs a shop that dies at this moment of a payment, and opens it again.
 * @param {'before' | 'after'} moment
 */
async function shopAfterCrash(moment) {
  const file = newOrders(world.api)
  await once(spawn(process.execPath, [dyingShop, world.api, file, moment]), 'exit')
  return openShop({ ...world, file })
}

test('a payment that was taken while the shop died is found when it starts again', async () => {
  const { checkout, orders, followUp } = await shopAfterCrash('after')
  await followUp()
  assert.equal(orders.get('1001').status, 'paid')
  await checkout.pay('1001', card)
  assert.equal(await world.countPaid(), 1)
})

test('a payment that never left the dying shop can be made when it starts again', async () => {
  const { checkout, orders, followUp } = await shopAfterCrash('before')
  const pending = await checkout.pay('1001', card)
  assert.equal(pending.status, 'open')
  await followUp()
  assert.equal(orders.get('1001').attempt, undefined)
  assert.equal((await checkout.pay('1001', card)).status, 'paid')
  assert.equal(await world.countPaid(), 1)
})

test('a payment that this process is at is not followed up', async () => {
  const { checkout, orders, followUp } = openShop(world)
  const paying = checkout.pay('1001', card)
  assert.deepEqual(await followUp(), [])
  await paying
  assert.equal(orders.get('1001').status, 'paid')
})

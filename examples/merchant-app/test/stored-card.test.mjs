import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { storeCard } from '../stored-cards.mjs'
import { openShop } from './shop.mjs'
import { openWorld } from './world.mjs'

/** @type {import('./world.mjs').World} */
let world
before(async () => {
  world = await openWorld(import.meta.url)
})
beforeEach(({ name }) => world.reset({ label: name }))
after(() => world.close())

const ann = { reference: 'ann', name: 'Ann Example' }
const visa = { pan: '4111111111111111', expiry: '1230', name: 'Ann Example' }

test('a stored card pays without its number', async () => {
  const { checkout, gateway } = openShop(world)
  const method = await storeCard(gateway, ann, visa)
  assert.notEqual('creditcard' in method && method.creditcard.pan, visa.pan)
  assert.equal((await checkout.pay('1001', method)).status, 'paid')
})

test('a card whose storing was not confirmed is stored once', async () => {
  const { gateway } = openShop(world)
  await world.scenarios.rule({
    when: { operation: 'token_create' },
    outcome: { fault: { at: 'after', reset: true } },
  })
  const method = await storeCard(gateway, ann, visa)
  assert.deepEqual(await storeCard(gateway, ann, visa), method)
  const { id } = await gateway.customer(ann)
  assert.equal((await gateway.tokens(id)).length, 1)
})

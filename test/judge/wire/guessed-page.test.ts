import { expect, test } from 'vitest'
import { VaultClient } from '../../support/vault-client.ts'
import { Judged } from './judged.ts'

async function threeCustomers(judged: Judged): Promise<VaultClient> {
  const vault = new VaultClient(judged.sandbox.api)
  for (const n of [1, 2, 3]) await vault.createCustomer({ reference: `C-${n}` })
  return vault
}

test('an offset of the client’s own', async () => {
  await using judged = await Judged.start()
  const vault = await threeCustomers(judged)
  await vault.customers({ limit: 1 })
  await vault.customers({ limit: 2, offset: 1 })
  expect(await judged.codes()).toEqual(['guessed-page'])
})

test.each([
  ['the ordering', { ordering: 'name', limit: 1, offset: 1 }],
  ['the merchant', { merchant_id: 1, limit: 1, offset: 1 }],
  ['an extra parameter', { page: 2, limit: 1, offset: 1 }],
])('an offset of the client’s own, with %s spelt out', async (_what, query) => {
  await using judged = await Judged.start()
  const vault = await threeCustomers(judged)
  await vault.customers({ limit: 1 })
  await vault.customers(query)
  expect(await judged.codes()).toEqual(['guessed-page'])
})

test('an offset of the client’s own, where the first page spelt out the defaults', async () => {
  await using judged = await Judged.start()
  const vault = await threeCustomers(judged)
  await vault.customers({ ordering: 'name', merchant_id: 1, limit: 1, offset: 0 })
  await vault.customers({ limit: 1, offset: 1 })
  expect(await judged.codes()).toEqual(['guessed-page'])
})

test.each([
  ['ordering', { ordering: 'reference' }],
  ['name', { name: 'Ann' }],
  ['merchant', { merchant_id: 2 }],
])('a page of a list with another %s was offered no next', async (_what, query) => {
  await using judged = await Judged.start()
  const vault = await threeCustomers(judged)
  await vault.customers({ limit: 1 })
  await vault.customers({ ...query, limit: 1, offset: 1 })
  expect(await judged.codes()).toEqual([])
})

test('following next of a list whose defaults were spelt out is fine', async () => {
  await using judged = await Judged.start()
  const vault = await threeCustomers(judged)
  const { body } = await vault.customers({ ordering: 'name', merchant_id: 1, limit: 1 })
  await vault.customersAt(body._links.next?.href ?? '')
  await vault.customers({ offset: 1, merchant_id: 1, limit: 1, ordering: 'name' })
  expect(await judged.codes()).toEqual([])
})

test('following next, in any order of its parameters, is fine', async () => {
  await using judged = await Judged.start()
  const vault = await threeCustomers(judged)
  const { body } = await vault.customers({ limit: 1 })
  await vault.customersAt(body._links.next?.href ?? '')
  await vault.customers({ offset: 1, limit: 1 })
  await vault.customers({ offset: 0, limit: 2 })
  expect(await judged.codes()).toEqual([])
})

import { expect, test } from 'vitest'
import { SweepWatch } from '../../../../src/judge/sweep/run/sweep-watch.ts'
import { VISA } from '../../../support/gateway-client.ts'
import { startTestSandbox } from '../../../support/start.ts'
import { VaultClient } from '../../../support/vault-client.ts'

test('a new customer is answered with its links', async () => {
  await using sandbox = await startTestSandbox()
  const created = await new VaultClient(sandbox.api).createCustomer()
  expect(created.status).toBe(201)
  expect(created.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(created.body).toEqual({
    id: 1,
    name: 'Ann Example',
    reference: 'CUST-1',
    _links: {
      self: { href: `${sandbox.api}/customers/1` },
      tokens: { href: `${sandbox.api}/customers/1/tokens` },
    },
  })
})

test('of many parallel creations with one reference exactly one makes a customer', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  const names = Array.from({ length: 25 }, (_, i) => `Name ${i}`)
  const answers = await Promise.all(names.map((name) => vault.createCustomer({ name })))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(24).fill(200), 201])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect((await vault.customers()).body.results).toHaveLength(1)
})

test('of many parallel moves to one reference exactly one succeeds', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  const ids = []
  for (const reference of ['a', 'b', 'c', 'd', 'e']) {
    ids.push((await vault.createCustomer({ reference })).body.id)
  }
  const answers = await Promise.all(ids.map((id) => vault.updateCustomer(id, { reference: 'x' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
})

test('one correlation id may be used for many vault calls', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api, { 'x-correlation-id': 'same' })
  const first = await vault.createCustomer({ reference: 'one' })
  const second = await vault.createCustomer({ reference: 'two' })
  expect([first, second].map(({ status }) => status)).toEqual([201, 201])
  expect(second.headers['x-correlation-id']).toBe('same')
})

test('a card number in a text is masked in every response', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  const kept = { reference: 'R 411111xxxxxx1111', name: 'N 411111xxxxxx1111' }
  const created = await vault.createCustomer({ reference: `R ${VISA}`, name: `N ${VISA}` })
  expect(created.body).toMatchObject(kept)
  expect((await vault.customer(1)).body).toMatchObject(kept)
  expect((await vault.customers({ reference: VISA })).body.results).toMatchObject([kept])
  expect((await vault.createCustomer({ reference: `R ${VISA}` })).status).toBe(200)
})

test('two references are two, even if they look the same once masked', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  await vault.createCustomer({ reference: VISA })
  // The same first six and last four digits, and just as valid.
  const other = await vault.createCustomer({ reference: '4111110000091111' })
  const third = await vault.createCustomer({ reference: '411111xxxxxx1111' })
  expect([other, third].map(({ status, body }) => [status, body.id])).toEqual([
    [201, 2],
    [201, 3],
  ])
  expect((await vault.updateCustomer(3, { reference: VISA })).status).toBe(422)
})

test('a search goes by the digits that are left of a card number', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  await vault.createCustomer({ reference: VISA })
  await vault.createCustomer({ reference: `R ${VISA}` })
  const found = async (reference: string) =>
    (await vault.customers({ reference, ordering: 'customer_id' })).body.results.map(({ id }) => id)
  expect(await found(VISA)).toEqual([1, 2])
  expect(await found(`R ${VISA}`)).toEqual([2])
  expect(await found('1111')).toEqual([1, 2])
})

test('a sweep takes a customer that is found again for none that was made', async () => {
  const sweep = new SweepWatch({})
  await using sandbox = await startTestSandbox({}, { sweep })
  const vault = new VaultClient(sandbox.api)
  await vault.createCustomer()
  await vault.createCustomer()
  expect(sweep.seen.map(({ isMade }) => isMade)).toEqual([true, false])
})

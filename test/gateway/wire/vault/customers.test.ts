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

test('a known reference gives that customer, unchanged', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  const created = await vault.createCustomer()
  const again = await vault.createCustomer({ name: 'Somebody Else' })
  expect([again.status, again.body]).toEqual([200, created.body])
  const looked = await vault.customer(created.body.id)
  expect([looked.status, looked.body]).toEqual([200, created.body])
})

test('references differ by case, and a reference that is free again makes a new customer', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  await vault.createCustomer({ reference: 'ACME' })
  expect((await vault.createCustomer({ reference: 'acme' })).body.id).toBe(2)
  await vault.updateCustomer(1, { reference: 'moved' })
  expect((await vault.createCustomer({ reference: 'ACME' })).body.id).toBe(3)
})

test.each([
  [{ name: 'Bob Example' }, { name: 'Bob Example', reference: 'CUST-1' }],
  [{ reference: 'CUST-2' }, { name: 'Ann Example', reference: 'CUST-2' }],
  [
    { reference: 'CUST-1', name: 'Bob' },
    { name: 'Bob', reference: 'CUST-1' },
  ],
  [{}, { name: 'Ann Example', reference: 'CUST-1' }],
])('an update with %j changes just that', async (changes, expected) => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  const { id, _links } = (await vault.createCustomer()).body
  const updated = await vault.updateCustomer(id, changes)
  expect([updated.status, updated.body]).toEqual([200, { id, ...expected, _links }])
  expect((await vault.customer(id)).body).toEqual(updated.body)
})

test('a reference that another customer has cannot be taken', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  await vault.createCustomer({ reference: 'one' })
  await vault.createCustomer({ reference: 'two' })
  const refused = await vault.updateCustomer(2, { reference: 'one', name: 'Changed' })
  expect([refused.status, refused.body]).toEqual([
    422,
    {
      errors: [
        {
          error_code: 'reference_in_use',
          error_message: 'Customer 1 has this reference',
          location: ['body', 'reference'],
        },
      ],
    },
  ])
  expect((await vault.customer(2)).body.name).toBe('Ann Example')
})

test('a deleted customer is gone with its tokens, and its number is not given again', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  await vault.createCustomer()
  await vault.createToken(1)
  const deleted = await vault.deleteCustomer(1)
  expect([deleted.status, deleted.text]).toEqual([204, ''])
  expect(deleted.headers).not.toHaveProperty('content-type')
  expect((await vault.customer(1)).status).toBe(404)
  expect((await vault.tokens(1)).status).toBe(404)
  expect((await vault.token(1, 1)).status).toBe(404)
  expect((await vault.deleteCustomer(1)).status).toBe(404)
  expect((await vault.customers()).body.results).toEqual([])
  expect((await vault.createCustomer()).body.id).toBe(2)
  expect((await vault.createToken(2)).body.id).toBe(2)
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

test('a new customer says where it is, one that was there does not', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  const created = await vault.createCustomer()
  expect(created.headers.location).toBe(`${sandbox.api}/customers/1`)
  expect((await vault.createCustomer()).headers.location).toBeUndefined()
})

test('a sweep takes a customer that is found again for none that was made', async () => {
  const sweep = new SweepWatch({})
  await using sandbox = await startTestSandbox({}, { sweep })
  const vault = new VaultClient(sandbox.api)
  await vault.createCustomer()
  await vault.createCustomer()
  expect(sweep.seen.map(({ isMade }) => isMade)).toEqual([true, false])
})

import { expect, test } from 'vitest'
import { isLuhnValid } from '../../../../src/base/redaction/card-number.ts'
import { ControlClient } from '../../../support/control-client.ts'
import { VISA } from '../../../support/gateway-client.ts'
import { startTestSandbox, type TestSandbox } from '../../../support/start.ts'
import { bank, card, VaultClient } from '../../../support/vault-client.ts'

async function withCustomer(sandbox: TestSandbox): Promise<VaultClient> {
  const vault = new VaultClient(sandbox.api)
  await vault.createCustomer()
  return vault
}

test('a new card token is answered masked, with its links and its place', async () => {
  await using sandbox = await startTestSandbox()
  const created = await (await withCustomer(sandbox)).createToken(1)
  const self = `${sandbox.api}/customers/1/tokens/1`
  expect([created.status, created.headers.location]).toEqual([201, self])
  expect(created.body).toEqual({
    id: 1,
    virtual_pan: expect.stringMatching(/^9\d{15}$/),
    preferred_name: 'main card',
    active: true,
    account: {
      general_creditcard: {
        'CARD.PAN': '411111xxxxxx1111',
        'CARD.EXPIRY': 'xxxx',
        'CARD.NAME': 'ANN EXAMPLE',
        'CARD.TYPE': 'visa',
      },
    },
    _links: { self: { href: self }, customer: { href: `${sandbox.api}/customers/1` } },
  })
  expect(isLuhnValid(created.body.virtual_pan)).toBe(true)
})

test('a new bank account token is answered masked', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await withCustomer(sandbox)
  const { body } = await vault.createToken(1, { account: bank(), active: false })
  expect(body).toMatchObject({
    active: false,
    account: {
      general_bankaccount: {
        'BANK.BSB': '062-000',
        'BANK.ACCOUNT_NUMBER': 'xxxxxx678',
        'BANK.ACCOUNT_NAME': 'Ann Example',
      },
    },
  })
})

test.each([
  ['378282246310005', '378282xxxxx0005', 'amex'],
  ['5555555555554444', '555555xxxxxx4444', 'mastercard'],
  ['6304000000000000', '630400xxxxxx0000', ''],
])('card %s is kept as %s of type "%s"', async (pan, masked, type) => {
  await using sandbox = await startTestSandbox()
  const vault = await withCustomer(sandbox)
  const { body } = await vault.createToken(1, { account: card({ 'CARD.PAN': pan }) })
  expect(body.account).toMatchObject({
    general_creditcard: { 'CARD.PAN': masked, 'CARD.TYPE': type },
  })
})

test('a lookup and a list show what the creation answered', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await withCustomer(sandbox)
  const one = (await vault.createToken(1)).body
  const two = (await vault.createToken(1, { preferred_name: 'b', account: bank() })).body
  expect((await vault.token(1, 1)).body).toEqual(one)
  const self = { href: `${sandbox.api}/customers/1/tokens?limit=100&offset=0` }
  const list = await vault.tokens(1)
  expect([list.status, list.body]).toEqual([
    200,
    { _links: { self, first: self }, results: [one, two] },
  ])
})

test('tokens are listed by id, page by page', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await withCustomer(sandbox)
  for (const preferred_name of ['c', 'a', 'b']) await vault.createToken(1, { preferred_name })
  const first = (await vault.tokens(1, { limit: 2 })).body
  expect(first.results.map(({ id }) => id)).toEqual([1, 2])
  const path = `${sandbox.api}/customers/1/tokens`
  expect(first._links.next?.href).toBe(`${path}?limit=2&offset=2`)
  const second = (await vault.tokens(1, { limit: 2, offset: 2 })).body
  expect(second.results.map(({ id }) => id)).toEqual([3])
  expect(second._links).not.toHaveProperty('next')
})

test('a token is switched off and on again', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await withCustomer(sandbox)
  const created = (await vault.createToken(1)).body
  const off = await vault.updateToken(1, 1, { active: false })
  expect([off.status, off.body]).toEqual([200, { ...created, active: false }])
  expect((await vault.updateToken(1, 1, { active: true })).body).toEqual(created)
})

test('an update replaces the name and the whole account, and keeps the virtual PAN', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await withCustomer(sandbox)
  const created = (await vault.createToken(1)).body
  const account = card({ 'CARD.PAN': '5555555555554444', 'CARD.NAME': 'A EXAMPLE' })
  const updated = await vault.updateToken(1, 1, { preferred_name: 'new card', account })
  expect(updated.body).toEqual({
    ...created,
    preferred_name: 'new card',
    account: {
      general_creditcard: {
        'CARD.PAN': '555555xxxxxx4444',
        'CARD.EXPIRY': 'xxxx',
        'CARD.NAME': 'A EXAMPLE',
        'CARD.TYPE': 'mastercard',
      },
    },
  })
  expect((await vault.token(1, 1)).body).toEqual(updated.body)
  expect((await vault.updateToken(1, 1, {})).body).toEqual(updated.body)
})

test('a name is taken for one customer only, in that very spelling, until it is free again', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await withCustomer(sandbox)
  await vault.createCustomer({ reference: 'CUST-2' })
  await vault.createToken(1)
  expect((await vault.createToken(1)).body.errors[0]).toEqual({
    error_code: 'preferred_name_in_use',
    error_message: 'Token 1 of this customer has this name',
    location: ['body', 'preferred_name'],
  })
  expect((await vault.createToken(1, { preferred_name: 'Main Card' })).status).toBe(201)
  expect((await vault.createToken(2)).status).toBe(201)
  expect((await vault.updateToken(1, 2, { preferred_name: 'main card' })).status).toBe(422)
  expect((await vault.updateToken(1, 1, { preferred_name: 'main card' })).status).toBe(200)
  await vault.deleteToken(1, 1)
  expect((await vault.createToken(1)).status).toBe(201)
})

test('a deleted token is gone, and neither its number nor its virtual PAN comes again', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await withCustomer(sandbox)
  const { virtual_pan } = (await vault.createToken(1)).body
  const deleted = await vault.deleteToken(1, 1)
  expect([deleted.status, deleted.text]).toEqual([204, ''])
  expect((await vault.token(1, 1)).status).toBe(404)
  expect((await vault.deleteToken(1, 1)).status).toBe(404)
  expect((await vault.tokens(1)).body.results).toEqual([])
  const again = (await vault.createToken(1)).body
  expect(again.id).toBe(2)
  expect(again.virtual_pan).not.toBe(virtual_pan)
})

test('one card stored twice has two virtual PANs that say nothing of it', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await withCustomer(sandbox)
  const one = (await vault.createToken(1)).body.virtual_pan
  const two = (await vault.createToken(1, { preferred_name: 'again' })).body.virtual_pan
  expect(one).not.toBe(two)
  for (const pan of [one, two]) expect(pan).not.toContain(VISA.slice(-4))
})

test('of many parallel creations with one name exactly one makes a token', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await withCustomer(sandbox)
  const answers = await Promise.all(Array.from({ length: 25 }, () => vault.createToken(1)))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(24).fill(422)])
  expect((await vault.tokens(1)).body.results).toHaveLength(1)
})

test('of many parallel creations each makes a token with its own numbers', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await withCustomer(sandbox)
  const names = Array.from({ length: 25 }, (_, i) => `card ${i}`)
  const answers = await Promise.all(
    names.map((preferred_name) => vault.createToken(1, { preferred_name })),
  )
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(25)
  expect(new Set(answers.map(({ body }) => body.virtual_pan)).size).toBe(25)
})

test('a card number in a name is masked from the first response on', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await withCustomer(sandbox)
  const account = card({ 'CARD.NAME': VISA })
  const created = await vault.createToken(1, { preferred_name: VISA, account })
  const masked = {
    preferred_name: '411111xxxxxx1111',
    account: { general_creditcard: { 'CARD.NAME': '411111xxxxxx1111' } },
  }
  expect(created.body).toMatchObject(masked)
  expect((await vault.token(1, 1)).body).toMatchObject(masked)
  expect((await vault.createToken(1, { preferred_name: VISA })).status).toBe(422)
  const other = await vault.createToken(1, { preferred_name: '411111xxxxxx1111' })
  expect(other.status).toBe(201)
})

test('a customer has at most a thousand tokens', async () => {
  await using sandbox = await startTestSandbox()
  const vault = await withCustomer(sandbox)
  await new ControlClient(sandbox.url).post('/seed', { tokens: 1000 })
  const refused = await vault.createToken(1)
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    [
      {
        error_code: 'out_of_range',
        error_message: 'A customer has at most 1000 tokens',
        location: ['path', 'customer_id'],
      },
    ],
  ])
  await vault.deleteToken(1, 1)
  expect((await vault.createToken(1)).status).toBe(201)
})

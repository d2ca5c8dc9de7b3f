import { expect, test } from 'vitest'
import { isLuhnValid } from '../../../../src/base/redaction/card-number.ts'
import { ControlClient } from '../../../support/control-client.ts'
import { VISA } from '../../../support/gateway-client.ts'
import { startTestSandbox, type TestSandbox } from '../../../support/start.ts'
import { card, VaultClient } from '../../../support/vault-client.ts'

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

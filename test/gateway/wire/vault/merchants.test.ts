import { expect, test } from 'vitest'
import { unlistedMerchant } from '../../../../src/domain/merchant.ts'
import type { Settings } from '../../../../src/runtime/config/settings.ts'
import { call } from '../../../support/gateway-client.ts'
import { startTestSandbox } from '../../../support/start.ts'
import { refusalOf, VaultClient } from '../../../support/vault-client.ts'

/** Two shops that may use each other's merchant, one that may use its own only, one without vault. */
const closed: Partial<Settings> = {
  auth: 'required',
  users: [
    { name: 'both', token: 'both', merchant: 1, merchants: [1, 2] },
    { name: 'second', token: 'second', merchant: 2, merchants: [2] },
    { name: 'plain', token: 'plain', merchant: 3, merchants: [3] },
  ],
  merchants: [
    unlistedMerchant(1),
    unlistedMerchant(2),
    { ...unlistedMerchant(3), vault: false },
    unlistedMerchant(4),
  ],
}

const bearing = (token: string) => ({ authorization: `Bearer ${token}` })

test('links to another merchant’s data name that merchant, and can be followed', async () => {
  await using sandbox = await startTestSandbox()
  const vault = new VaultClient(sandbox.api)
  const second = { merchant_id: 2 }
  const href = (path: string) => ({ href: `${sandbox.api}${path}` })
  const customer = (await vault.createCustomer({}, second)).body
  expect(customer._links).toEqual({
    self: href('/customers/1?merchant_id=2'),
    tokens: href('/customers/1/tokens?merchant_id=2'),
  })
  const created = await vault.createToken(1, {}, second)
  expect(created.headers.location).toBe(created.body._links.self?.href)
  expect(created.body._links).toEqual({
    self: href('/customers/1/tokens/1?merchant_id=2'),
    customer: href('/customers/1?merchant_id=2'),
  })
  const tokens = (await vault.tokens(1, { ...second, limit: 1 })).body
  expect(tokens._links.first).toEqual(href('/customers/1/tokens?merchant_id=2&limit=1&offset=0'))
  const links = [customer._links.self, customer._links.tokens, created.body._links.self]
  for (const link of [...links, created.body._links.customer, tokens._links.self]) {
    expect((await call(link?.href ?? '')).status).toBe(200)
  }
})

test.each([
  ['second', 1, [403, 'forbidden_merchant at query.merchant_id']],
  ['both', 3, [403, 'forbidden_merchant at query.merchant_id']],
  ['both', 9, [403, 'forbidden_merchant at query.merchant_id']],
  ['plain', 3, [403, 'vault_not_enabled at query.merchant_id']],
  ['nobody', 1, [401, 'unauthenticated at header.Authorization']],
])('user %s is refused the vault of merchant %i', async (user, merchant_id, refused) => {
  await using sandbox = await startTestSandbox(closed)
  const vault = new VaultClient(sandbox.api, bearing(user))
  const query = { merchant_id }
  const answers = [
    await vault.customers(query),
    await vault.createCustomer({}, query),
    await vault.customer(1, query),
    await vault.updateCustomer(1, {}, query),
    await vault.deleteCustomer(1, query),
    await vault.tokens(1, query),
    await vault.createToken(1, {}, query),
    await vault.token(1, 1, query),
    await vault.updateToken(1, 1, {}, query),
    await vault.deleteToken(1, 1, query),
  ]
  expect(answers.map(refusalOf)).toEqual(answers.map(() => refused))
})

test('a merchant without the vault is refused without naming itself too', async () => {
  await using sandbox = await startTestSandbox(closed)
  const vault = new VaultClient(sandbox.api, bearing('plain'))
  expect(refusalOf(await vault.customers())).toEqual([
    403,
    'vault_not_enabled at query.merchant_id',
  ])
})

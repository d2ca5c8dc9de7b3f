import { expect, test } from 'vitest'
import { isLuhnValid } from '../../../../src/base/redaction/card-number.ts'
import {
  type Assumptions,
  defaultAssumptions,
} from '../../../../src/domain/assumptions/assumptions.ts'
import { call, GatewayClient, newId } from '../../../support/gateway-client.ts'
import { startTestSandbox } from '../../../support/start.ts'
import { bank, refusalOf, VaultClient } from '../../../support/vault-client.ts'

async function shopWith(changes: Partial<Assumptions>) {
  const assumptions = { ...defaultAssumptions, ...changes }
  const sandbox = await startTestSandbox({ assumptions })
  const vault = new VaultClient(sandbox.api, {}, assumptions)
  return { sandbox, vault, [Symbol.asyncDispose]: () => sandbox.stop() }
}

test('creations and deletions can have other statuses', async () => {
  const status = {
    ...defaultAssumptions.status,
    customer_created: 200,
    customer_existing: 202,
    token_created: 200,
    deleted: 200,
  }
  await using shop = await shopWith({ status })
  const { vault } = shop
  expect((await vault.createCustomer()).status).toBe(200)
  expect((await vault.createCustomer()).status).toBe(202)
  const token = await vault.createToken(1)
  expect([token.status, token.headers.location]).toEqual([200, token.body._links.self?.href])
  const gone = await vault.deleteToken(1, 1)
  expect([gone.status, gone.text, gone.headers['content-type']]).toEqual([
    200,
    '{}',
    'application/json; charset=utf-8',
  ])
  expect((await vault.deleteCustomer(1)).text).toBe('{}')
})

test('a bank account can be under another key', async () => {
  await using shop = await shopWith({ bank_account_type: 'bank' })
  await shop.vault.createCustomer()
  const { general_bankaccount } = bank()
  const { body } = await shop.vault.createToken(1, { account: { bank: general_bankaccount } })
  expect(body.account).toMatchObject({ bank: { 'BANK.BSB': '062-000' } })
  const refused = await shop.vault.createToken(1, { preferred_name: 'x', account: bank() })
  expect(refusalOf(refused)).toEqual([422, 'unknown_account_type at body.account'])
})

test('virtual PANs can fail the Luhn check and still pay', async () => {
  await using shop = await shopWith({ virtual_pan_luhn: 'invalid' })
  await shop.vault.createCustomer()
  const pan = (await shop.vault.createToken(1)).body.virtual_pan
  expect([pan.length, pan[0], isLuhnValid(pan)]).toEqual([16, '9', false])
  const method = { 'transaction.payment_method': { creditcard: { pan } } }
  const paid = await new GatewayClient(shop.sandbox.api).purchase(method)
  expect(paid.body.status.transaction_status_code).toBe('approved')
})

test('customers and tokens can have other paths, which their links follow', async () => {
  const paths = {
    ...defaultAssumptions.paths,
    customer: '/vault/people/{customer_id}',
    token: '/vault/{customer_id}/cards/{token_id}',
  }
  await using shop = await shopWith({ paths })
  const { api } = shop.sandbox
  const customer = (await shop.vault.createCustomer()).body
  const token = (await shop.vault.createToken(1)).body
  expect(customer._links.self?.href).toBe(`${api}/vault/people/1`)
  expect(token._links).toEqual({
    self: { href: `${api}/vault/1/cards/1` },
    customer: { href: `${api}/vault/people/1` },
  })
  expect((await call(customer._links.self?.href ?? '')).body).toEqual(customer)
  expect((await call(token._links.self?.href ?? '')).body).toEqual(token)
  const headers = { 'x-correlation-id': newId() }
  expect((await call(token._links.self?.href ?? '', { method: 'DELETE', headers })).status).toBe(
    204,
  )
})

import { describe, expect, test } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { faultsOf, GatewayClient } from '../../../support/gateway-client.ts'

const users = [
  {
    name: 'shop',
    password: 's3cret:with:colons',
    token: 'tok-shop',
    merchant: 1,
    merchants: [1, 2],
  },
  { name: 'other', password: 'pass', merchant: 3, merchants: [3] },
]

const basic = (name: string, password: string) => `Basic ${btoa(`${name}:${password}`)}`
const required = () => startGateway({ auth: 'required', users })

describe('where credentials are required', () => {
  test.each([
    ['no credentials', undefined],
    ['an empty header', ''],
    ['a wrong password', basic('shop', 'nope')],
    ['a wrong name', basic('nobody', 's3cret:with:colons')],
    ["another user's password", basic('other', 's3cret:with:colons')],
    ['no password', basic('shop', '')],
    ['a wrong token', 'Bearer tok-other'],
    ['an empty token', 'Bearer '],
    ['a token as a password', basic('shop', 'tok-shop')],
    ['a password as a token', 'Bearer s3cret:with:colons'],
    ['another scheme', 'Digest tok-shop'],
    ['a token without scheme', 'tok-shop'],
    ['nonsense', 'Basic ////'],
  ])('%s is refused', async (_what, authorization) => {
    await using gateway = await required()
    const client = new GatewayClient(gateway.api, { authorization })
    for (const answer of [
      await client.purchase({}, { 'x-correlation-id': 'c-1' }),
      await client.lookup(1000001, { 'x-correlation-id': 'c-1' }),
    ]) {
      expect(answer.status).toBe(401)
      expect(faultsOf(answer)).toEqual(['unauthenticated at header.Authorization'])
      expect(answer.headers['www-authenticate']).toBe(
        'Basic realm="sandgate", Bearer realm="sandgate"',
      )
      expect(answer.headers['x-correlation-id']).toBe('c-1')
    }
    expect(gateway.world.records.size('transactions')).toBe(0)
  })

  test.each([
    ['Basic', basic('shop', 's3cret:with:colons')],
    ['Bearer', 'Bearer tok-shop'],
    ['a scheme in other letters', 'bEARER   tok-shop'],
  ])('%s lets the user in', async (_what, authorization) => {
    await using gateway = await required()
    const client = new GatewayClient(gateway.api, { authorization })
    const { status, body } = await client.purchase()
    expect(status).toBe(200)
    expect((await client.lookup(body.audit)).status).toBe(200)
    expect((await client.purchase({ 'merchant.id': 2 })).status).toBe(200)
  })

  test('correlation ids are not shared between merchants', async () => {
    await using gateway = await required()
    const shop = new GatewayClient(gateway.api, { authorization: 'Bearer tok-shop' })
    const other = new GatewayClient(gateway.api, { authorization: basic('other', 'pass') })
    await shop.purchase({}, { 'x-correlation-id': 'a' })
    const theirs = await other.purchase({ 'merchant.id': 3 }, { 'x-correlation-id': 'a' })
    expect(theirs.status).toBe(200)
  })
})

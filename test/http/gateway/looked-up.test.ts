import { expect, test } from 'vitest'
import { GatewayClient } from '../../support/gateway-client.ts'
import { useRules } from '../../support/rules.ts'
import { startTestSandbox } from '../../support/start.ts'

const down = { fault: { at: 'before', kind: 'http', status: 503 } } as const

test('a rule on the card of a transaction sees lookups and searches of it, and no others', async () => {
  await using sandbox = await startTestSandbox()
  const gateway = new GatewayClient(sandbox.api)
  await gateway.purchase({}, { 'x-correlation-id': 'visa' })
  const creditcard = { pan: '5555555555554444', expiry_date: '1230', cvv: '123' }
  const other = { 'transaction.payment_method': { creditcard } }
  await gateway.purchase(other, { 'x-correlation-id': 'other' })
  const when = { operation: ['lookup', 'search'], card_type: ['visa'] } as const
  useRules(sandbox.world, { when, outcome: down })
  const statuses = [
    (await gateway.lookup(1_000_001)).status,
    (await gateway.lookup(1_000_002)).status,
    (await gateway.lookup(1_000_003)).status,
    (await gateway.search('visa')).status,
    (await gateway.search('other')).status,
    (await gateway.search('nobody')).status,
  ]
  expect(statuses).toEqual([503, 200, 404, 503, 200, 200])
})

test('a transaction of a merchant that the user may not use is none', async () => {
  const shop = { name: 'shop', password: 'x', token: 'tok', merchant: 1, merchants: [1] }
  const both = { name: 'both', password: 'x', token: 'all', merchant: 1, merchants: [1, 2] }
  await using sandbox = await startTestSandbox({ auth: 'required', users: [shop, both] })
  const gateway = (token: string) =>
    new GatewayClient(sandbox.api, { authorization: `Bearer ${token}` })
  const { audit } = (await gateway('all').purchase({ 'merchant.id': 2 })).body
  expect((await gateway('all').lookup(audit)).status).toBe(200)
  const { status, body } = await gateway('tok').lookup(audit)
  expect([status, body.errors[0]?.error_message]).toEqual([404, `There is no transaction ${audit}`])
})

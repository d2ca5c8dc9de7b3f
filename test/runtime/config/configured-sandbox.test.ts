import { expect, test } from 'vitest'
import { startSandbox } from '../../../src/index.ts'
import type { ConfigDocument } from '../../../src/runtime/config/options.ts'
import {
  byDirectDebit,
  call,
  GatewayClient,
  newId,
  paidBody,
} from '../../support/gateway-client.ts'

const config: ConfigDocument = {
  auth: 'required',
  users: [
    { name: 'shop', password: 's3cret', merchant: 1 },
    { name: 'office', token: 'tok-office', merchant: 2, merchants: [1, 2] },
  ],
  merchants: [
    {
      id: 1,
      name: 'Corner Shop',
      surcharge: { default: '1.5', card_types: { amex: '2.2' }, methods: { direct_debit: '0' } },
    },
    { id: 2, name: 'Market Stall', vault: false, surcharge: { default: '0.5' } },
  ],
  clock: '2026-03-10T01:00:00Z',
}
const office = { authorization: 'Bearer tok-office' }

const amex = {
  'transaction.payment_method.creditcard': { pan: '378282246310005', expiry_date: '1230' },
}

test.each([
  [1, {}, '1015'],
  [1, amex, '1022'],
  [1, byDirectDebit(), '1000'],
  [2, {}, '1005'],
  [2, amex, '1005'],
])('merchant %i adds its own surcharge (%o)', async (id, changes, expected) => {
  await using sandbox = await startSandbox({ config })
  const gateway = new GatewayClient(sandbox.api, office)
  const { body } = await gateway.purchase({ ...changes, 'merchant.id': id })
  const found = await gateway.lookup(body.audit)
  expect(found.body.transaction.amount_details.total_amount).toBe(expected)
})

test('an assumption of the config holds on the wire', async () => {
  const assumptions = { paths: { purchase: '/pay' }, status: { transaction: 201 } }
  await using sandbox = await startSandbox({ config: { assumptions } })
  const send = (path: string) =>
    call(sandbox.api + path, {
      method: 'POST',
      headers: { 'x-correlation-id': newId() },
      body: paidBody(),
    })
  expect((await send('/pay')).status).toBe(201)
  expect((await send('/transactions/purchase')).status).not.toBe(201)
})

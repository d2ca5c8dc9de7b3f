import { expect, test } from 'vitest'
import { DAY } from '../../../../src/domain/time/instant.ts'
import { startGateway } from '../../../support/gateway.ts'
import { cents, faultsOf } from '../../../support/gateway-client.ts'
import { passTime } from '../../../support/world-time.ts'

test('a completion is a separate transaction, which ends the hold', async () => {
  await using gateway = await startGateway()
  const { api, client } = gateway
  const { body: held } = await client.preauthorise()
  const { status, body } = await client.complete(held.audit, {
    ...cents(400),
    'transaction.preauthorisation_code': 'ignored',
  })
  expect(status).toBe(200)
  expect(body).toEqual({
    audit: 1000002,
    gateway_timestamp: '2026-03-10T12:00:00+11:00',
    merchant: { id: 1 },
    kvps: {
      'GATEWAY.RESPONSE.KVP.AUTHORISATION_CODE': body.status.acquirer.authorisation_code,
      'GATEWAY.RESPONSE.KVP.TRACE_NUMBER': expect.stringMatching(/^\d{6}$/),
    },
    status: {
      gateway_status_code: 0,
      gateway_status_message: 'Processed',
      transaction_status_code: 'approved',
      acquirer: {
        response_code: '00',
        response_message: 'Approved',
        settlement_date: '2026-03-10',
        authorisation_code: expect.stringMatching(/^\d{6}$/),
      },
    },
    _links: {
      self: { href: `${api}/transactions/1000002` },
      target: { href: `${api}/transactions/1000001` },
      refund: { href: `${api}/transactions/1000002/refund` },
      void: { href: `${api}/transactions/1000002/void` },
    },
  })
  const found = await client.lookup(1000002)
  expect(found.body.transaction).toEqual({
    reference: 'order 1',
    transaction_type: 'completion',
    amount_details: { total_amount: '400', currency: 'AUD' },
    payment_method: { creditcard: { pan: '411111xxxxxx1111', type: 'visa' } },
  })
  const hold = await client.lookup(held.audit)
  expect(hold.body.status.transaction_status_code).toBe('approved')
  expect(Object.keys(hold.body._links)).toEqual(['self'])
})

test('an expired hold has no links, cannot be voided, and its completion is declined with 25', async () => {
  await using gateway = await startGateway()
  const { client, world } = gateway
  const { body } = await client.preauthorise()
  passTime(world, 7 * DAY - 1)
  expect(Object.keys((await client.lookup(body.audit)).body._links)).toEqual([
    'self',
    'completion',
    'void',
  ])
  passTime(world, 1)
  const expired = await client.lookup(body.audit)
  expect(expired.body.status.transaction_status_code).toBe('approved')
  expect(Object.keys(expired.body._links)).toEqual(['self'])
  expect(faultsOf(await client.void(body.audit))).toEqual(['not_voidable at path.audit'])
  const late = await client.complete(body.audit)
  expect(late.status).toBe(200)
  expect(late.body.status).toMatchObject({
    gateway_status_code: 0,
    transaction_status_code: 'declined',
    acquirer: { response_code: '25', response_message: 'Record not found' },
  })
})

test('seven days are 168 hours, also over the end of daylight saving', async () => {
  await using gateway = await startGateway({ clock: Date.parse('2026-04-01T12:00:00+11:00') })
  const { client, world } = gateway
  const { body } = await client.preauthorise()
  passTime(world, Date.parse('2026-04-08T10:59:59.999+10:00') - world.now())
  expect((await client.lookup(body.audit)).body._links).toHaveProperty('completion')
  passTime(world, 1)
  expect((await client.lookup(body.audit)).body._links).not.toHaveProperty('completion')
})

import { expect, test } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { cents } from '../../../support/gateway-client.ts'

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

import { expect, test } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { byDirectDebit } from '../../../support/gateway-client.ts'

test('a purchase is answered with everything but its details', async () => {
  await using gateway = await startGateway()
  const { api, client } = gateway
  const answer = await client.purchase({}, { 'x-correlation-id': 'order-1:try-1' })
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['x-correlation-id']).toBe('order-1:try-1')
  expect(answer.body).toEqual({
    audit: 1000001,
    gateway_timestamp: '2026-03-10T12:00:00+11:00',
    merchant: { id: 1 },
    kvps: {
      'GATEWAY.RESPONSE.KVP.AUTHORISATION_CODE': '287588',
      'GATEWAY.RESPONSE.KVP.TRACE_NUMBER': '401933',
    },
    status: {
      gateway_status_code: 0,
      gateway_status_message: 'Processed',
      transaction_status_code: 'approved',
      acquirer: {
        response_code: '00',
        response_message: 'Approved',
        settlement_date: '2026-03-10',
        authorisation_code: '287588',
      },
    },
    _links: {
      self: { href: `${api}/transactions/1000001` },
      refund: { href: `${api}/transactions/1000001/refund` },
      void: { href: `${api}/transactions/1000001/void` },
    },
  })
})

test('its lookup adds the details, with the exact time and the card masked', async () => {
  await using gateway = await startGateway({ clock: Date.parse('2026-03-10T01:00:00.789Z') })
  const { client } = gateway
  const created = await client.purchase()
  const found = await client.lookup(created.body.audit)
  expect(found.status).toBe(200)
  expect(created.body.gateway_timestamp).toBe('2026-03-10T12:00:00+11:00')
  expect(found.body).toEqual({
    ...created.body,
    gateway_timestamp: '2026-03-10T12:00:00.789+11:00',
    transaction: {
      reference: 'order 1',
      transaction_type: 'purchase',
      amount_details: { total_amount: '1000', currency: 'AUD' },
      payment_method: { creditcard: { pan: '411111xxxxxx1111', type: 'visa' } },
    },
  })
})

test('a direct debit is pending, without KVPs until it is looked up', async () => {
  await using gateway = await startGateway()
  const { api, client } = gateway
  const created = await client.purchase(
    byDirectDebit({ kvps: { order: '7' }, 'transaction.payment_method.directdebit.bsb': '062000' }),
  )
  expect(created.body).toEqual({
    audit: 1000001,
    gateway_timestamp: '2026-03-10T12:00:00+11:00',
    merchant: { id: 1 },
    kvps: {},
    status: {
      gateway_status_code: 0,
      gateway_status_message: 'Processed',
      transaction_status_code: 'pending',
      acquirer: {
        response_code: '',
        response_message: 'Awaiting the bank',
        settlement_date: '2026-03-10',
      },
    },
    _links: {
      self: { href: `${api}/transactions/1000001` },
      void: { href: `${api}/transactions/1000001/void` },
    },
  })
  const found = await client.lookup(1000001)
  expect(found.body).toEqual({
    ...created.body,
    gateway_timestamp: '2026-03-10T12:00:00.000+11:00',
    kvps: {
      'GATEWAY.REQUEST.KVP.order': '7',
      'GATEWAY.RESPONSE.KVP.TRACE_NUMBER': '401933',
    },
    transaction: {
      reference: 'order 1',
      transaction_type: 'purchase',
      amount_details: { total_amount: '1000', currency: 'AUD' },
      payment_method: {
        directdebit: {
          bsb: '062-000',
          account_number: 'xxxxx678',
          account_name: 'Ann Example',
        },
      },
      directdebit_mode: 'debit',
    },
  })
})

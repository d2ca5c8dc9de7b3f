import { expect, test } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { byDirectDebit, faultsOf } from '../../../support/gateway-client.ts'

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

test('audits count up, whoever the merchant is', async () => {
  await using gateway = await startGateway()
  const { client } = gateway
  const audits = []
  for (const merchant of [1, 2, 1, 2147483647]) {
    audits.push((await client.purchase({ 'merchant.id': merchant })).body.audit)
  }
  expect(audits).toEqual([1000001, 1000002, 1000003, 1000004])
})

test.each([
  ['4111111111111111', 'visa', '411111xxxxxx1111'],
  ['4222222222222', 'visa', '422222xxx2222'],
  ['5555555555554444', 'mastercard', '555555xxxxxx4444'],
  ['2221000000000009', 'mastercard', '222100xxxxxx0009'],
  ['378282246310005', 'amex', '378282xxxxx0005'],
  ['30569309025904', 'diners', '305693xxxx5904'],
  ['3530111333300000', 'jcb', '353011xxxxxx0000'],
  ['6200000000000005', 'unionpay', '620000xxxxxx0005'],
  ['6011111111111117', 'discover', '601111xxxxxx1117'],
  ['6759649826438453', '', '675964xxxxxx8453'],
])('%s is a card of type %j, shown as %s', async (pan, type, shown) => {
  await using gateway = await startGateway()
  const { client } = gateway
  const creditcard = { pan, expiry_date: '1230' }
  const { body } = await client.purchase({ 'transaction.payment_method': { creditcard } })
  const { body: found } = await client.lookup(body.audit)
  expect(found.transaction.payment_method).toEqual({ creditcard: { pan: shown, type } })
})

test.each([
  ['0326', 'approved', '00'],
  ['2603', 'approved', '00'],
  ['0226', 'declined', '54'],
  ['2602', 'declined', '54'],
  ['1299', 'approved', '00'],
  ['0112', 'declined', '54'],
])('a card that expires %s is %s with %s', async (expiry, status, code) => {
  await using gateway = await startGateway()
  const { body } = await gateway.client.purchase({
    'transaction.payment_method.creditcard.expiry_date': expiry,
  })
  expect(body.status).toMatchObject({
    gateway_status_code: 0,
    transaction_status_code: status,
    acquirer: { response_code: code },
  })
})

test('a card is good to the last moment of its month in Sydney', async () => {
  const card = { 'transaction.payment_method.creditcard.expiry_date': '0326' }
  for (const [clock, code] of [
    ['2026-03-31T12:59:59.999Z', '00'],
    ['2026-03-31T13:00:00.000Z', '54'],
  ] as const) {
    await using gateway = await startGateway({ clock: Date.parse(clock) })
    const { body } = await gateway.client.purchase(card)
    expect(body.status.acquirer.response_code).toBe(code)
  }
})

test('a declined purchase offers nothing to do with it', async () => {
  await using gateway = await startGateway()
  const { api, client } = gateway
  const { status, body } = await client.purchase({
    'transaction.payment_method.creditcard.expiry_date': '0125',
  })
  expect(status).toBe(200)
  expect(body._links).toEqual({ self: { href: `${api}/transactions/${body.audit}` } })
})

test('a CVV is optional', async () => {
  await using gateway = await startGateway()
  const { status } = await gateway.client.purchase({
    'transaction.payment_method.creditcard.cvv': undefined,
  })
  expect(status).toBe(200)
})

test('an amex card has a CVV of four digits', async () => {
  await using gateway = await startGateway()
  const amex = { pan: '378282246310005', expiry_date: '1230', cvv: '1234' }
  const answer = await gateway.client.purchase({
    'transaction.payment_method': { creditcard: amex },
  })
  expect(answer.status).toBe(200)
})

test('a virtual PAN that was never issued is refused, and creates nothing', async () => {
  await using gateway = await startGateway()
  const { client } = gateway
  const answer = await client.purchase(
    { 'transaction.payment_method': { creditcard: { pan: '9123456789012345' } } },
    { 'x-correlation-id': 'v-1' },
  )
  expect(answer.status).toBe(422)
  expect(faultsOf(answer)).toEqual([
    'token_not_found at body.transaction.payment_method.creditcard.pan',
  ])
  expect((await client.search('v-1')).body).toEqual({ results: [] })
  expect(gateway.world.records.size('transactions')).toBe(0)
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

test.each([
  ['000123456', 'xxxxxx456'],
  ['123456', 'xxx456'],
  ['12345', 'xxxxx'],
  ['7', 'x'],
])('the account number %s is shown as %s', async (account_number, shown) => {
  await using gateway = await startGateway()
  const { client } = gateway
  const { body } = await client.purchase(
    byDirectDebit({ 'transaction.payment_method.directdebit.account_number': account_number }),
  )
  const found = await client.lookup(body.audit)
  expect(found.body.transaction.payment_method).toMatchObject({
    directdebit: { account_number: shown },
  })
})

import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../../../src/domain/assumptions/assumptions.ts'
import { startAssuming, startGateway } from '../../../support/gateway.ts'
import {
  amountBody,
  byDirectDebit,
  cents,
  faultsOf,
  paidBody,
  voidBody,
} from '../../../support/gateway-client.ts'
import { moveTo, passTime } from '../../../support/world-time.ts'

const HOUR = 3_600_000

test('every path of a transaction can be another one, and links follow', async () => {
  await using gateway = await startAssuming({
    paths: {
      ...defaultAssumptions.paths,
      purchase: '/pay',
      preauthorisation: '/holds',
      completion: '/holds/{audit}/capture',
      refund: '/transactions/{audit}/credit',
      standalone_refund: '/credits',
      void: '/transactions/{audit}/cancel',
    },
  })
  const { api, client } = gateway
  const bought = await client.post('/pay', paidBody())
  expect(bought.body._links).toMatchObject({
    refund: { href: `${api}/transactions/${bought.body.audit}/credit` },
    void: { href: `${api}/transactions/${bought.body.audit}/cancel` },
  })
  const held = await client.post('/holds', paidBody())
  expect(held.body._links).toMatchObject({
    completion: { href: `${api}/holds/${held.body.audit}/capture` },
  })
  const { audit } = bought.body
  for (const [path, body] of [
    [`/holds/${held.body.audit}/capture`, amountBody()],
    [`/transactions/${audit}/credit`, amountBody(cents(1))],
    ['/credits', paidBody()],
    [`/transactions/${held.body.audit + 3}/cancel`, voidBody()],
  ] as const) {
    expect((await client.post(path, body)).status).toBe(200)
  }
  // The old path now reads as a lookup of an audit that is no number.
  expect((await client.post('/transactions/purchase', paidBody())).status).toBe(405)
  expect((await client.void(audit)).status).toBe(404)
})

test('the cache time of correlation ids', async () => {
  await using gateway = await startAssuming({ correlation_cache_hours: 1 })
  const { client, world } = gateway
  await client.purchase({}, { 'x-correlation-id': 'a' })
  passTime(world, HOUR - 1)
  expect((await client.search('a')).body.results).toHaveLength(1)
  passTime(world, 1)
  expect((await client.search('a')).body.results).toEqual([])
})

test.each([
  ['MMYY', '1230', 200],
  ['MMYY', '3012', 422],
  ['YYMM', '3012', 200],
  ['YYMM', '1230', 422],
] as const)('with %s, the expiry %s is answered %i', async (expiry_format, expiry, status) => {
  await using gateway = await startAssuming({ expiry_format })
  const answer = await gateway.client.purchase({
    'transaction.payment_method.creditcard.expiry_date': expiry,
  })
  expect(answer.status).toBe(status)
})

test('a date that both orders can read is read as the setting says', async () => {
  const expiry = { 'transaction.payment_method.creditcard.expiry_date': '1104' }
  const code = async (expiry_format: 'MMYY' | 'YYMM' | 'auto') => {
    const clock = Date.parse('2011-03-10T01:00:00Z')
    const assumptions = { ...defaultAssumptions, expiry_format }
    await using gateway = await startGateway({ clock, assumptions })
    return (await gateway.client.purchase(expiry)).body.status.acquirer.response_code
  }
  expect(await code('MMYY')).toBe('54')
  expect(await code('auto')).toBe('54')
  expect(await code('YYMM')).toBe('00')
})

test('the type of refunds', async () => {
  await using gateway = await startAssuming({ refund_transaction_type: 'credit' })
  const { client } = gateway
  const { body } = await client.purchase()
  for (const refund of [await client.refund(body.audit), await client.standaloneRefund()]) {
    const found = await client.lookup(refund.body.audit)
    expect(found.body.transaction.transaction_type).toBe('credit')
  }
})

test('the namespace of KVPs', async () => {
  await using gateway = await startAssuming({ kvp_namespace: 'ACME' })
  const { body } = await gateway.client.purchase({
    kvps: { a: '1', 'ACME.REQUEST.KVP.b': '2', 'GATEWAY.REQUEST.KVP.c': '3' },
  })
  expect(Object.keys(body.kvps)).toEqual([
    'ACME.REQUEST.KVP.a',
    'ACME.REQUEST.KVP.b',
    'ACME.REQUEST.KVP.GATEWAY.REQUEST.KVP.c',
    'ACME.RESPONSE.KVP.AUTHORISATION_CODE',
    'ACME.RESPONSE.KVP.TRACE_NUMBER',
  ])
})

test('the length of a reference', async () => {
  await using gateway = await startAssuming({ reference_max_length: 8 })
  const { client } = gateway
  expect((await client.purchase({ 'transaction.reference': '12345678' })).status).toBe(200)
  const answer = await client.purchase({ 'transaction.reference': '123456789' })
  expect(faultsOf(answer)).toEqual(['invalid_length at body.transaction.reference'])
})

test('the list of currencies', async () => {
  await using gateway = await startAssuming({ currencies: ['AUD', 'ZZZ'] })
  const { client } = gateway
  const inCurrency = (code: string) =>
    client.purchase({ 'transaction.amount_details.currency': code })
  expect((await inCurrency('ZZZ')).status).toBe(200)
  expect(faultsOf(await inCurrency('NZD'))).toEqual([
    'currency_not_supported at body.transaction.amount_details.currency',
  ])
})

test('the life of a preauthorisation', async () => {
  await using gateway = await startAssuming({ preauthorisation_days: 1 })
  const { client, world } = gateway
  const { body } = await client.preauthorise()
  passTime(world, 24 * HOUR - 1)
  expect((await client.lookup(body.audit)).body._links).toHaveProperty('completion')
  passTime(world, 1)
  expect((await client.lookup(body.audit)).body._links).not.toHaveProperty('completion')
})

test('how often a preauthorisation can be completed', async () => {
  await using gateway = await startAssuming({ completions_per_preauthorisation: 2 })
  const { client } = gateway
  const { body } = await client.preauthorise()
  await client.complete(body.audit, cents(400))
  expect(Object.keys((await client.lookup(body.audit)).body._links)).toEqual(['self', 'completion'])
  expect(faultsOf(await client.complete(body.audit, cents(601)))).toEqual([
    'amount_exceeds_preauthorisation at body.transaction.amount_details.total_amount',
  ])
  expect((await client.complete(body.audit, cents(500))).status).toBe(200)
  expect(faultsOf(await client.complete(body.audit, cents(100)))).toEqual([
    'already_completed at path.audit',
  ])
})

test('the cut-off of cards', async () => {
  await using gateway = await startAssuming({ card_cutoff: '11:30' })
  const { client, world } = gateway
  const { body } = await client.purchase()
  expect(body.status.acquirer.settlement_date).toBe('2026-03-11')
  moveTo(world, Date.parse('2026-03-11T11:30:00+11:00'))
  expect((await client.void(body.audit)).status).toBe(422)
})

test('the days of a direct debit, and its cut-off', async () => {
  await using gateway = await startAssuming({
    direct_debit: {
      ...defaultAssumptions.direct_debit,
      cutoff: '11:30',
      clear_banking_days: 1,
      return_banking_days: 1,
    },
  })
  const { client, world } = gateway
  const { body } = await client.purchase(byDirectDebit())
  expect(body.status.acquirer.settlement_date).toBe('2026-03-11')
  moveTo(world, Date.parse('2026-03-12T09:00:00+11:00'))
  expect((await client.lookup(body.audit)).body.status.transaction_status_code).toBe('approved')
})

test('the name of the direct debit method', async () => {
  await using gateway = await startAssuming({ direct_debit_payment_method: 'bank_debit' })
  const { client, world } = gateway
  const account = { bsb: '062-000', account_number: '12345678', account_name: 'Ann Example' }
  const method = { 'transaction.payment_method': { bank_debit: account } }
  const { body } = await client.purchase(method)
  expect((await client.lookup(body.audit)).body.transaction.payment_method).toEqual({
    bank_debit: { ...account, account_number: 'xxxxx678' },
  })
  expect(faultsOf(await client.preauthorise(method))).toEqual([
    'method_not_supported at body.transaction.payment_method.bank_debit',
  ])
  expect(faultsOf(await client.purchase(byDirectDebit()))).toEqual([
    'missing_field at body.transaction.payment_method',
  ])
  expect(world.history.entries()[0]?.request).toMatchObject({
    unknown_fields: [],
    body: {
      transaction: { payment_method: { bank_debit: { account_number: 'xxxxx678' } } },
    },
  })
})

test('browser calls may be let through', async () => {
  await using gateway = await startAssuming({ browser_calls: 'allow' })
  const { client, world } = gateway
  const { status } = await client.purchase({}, { origin: 'http://shop.example' })
  expect(status).toBe(200)
  expect(world.history.entries()[0]?.request.origin).toBe('http://shop.example')
})

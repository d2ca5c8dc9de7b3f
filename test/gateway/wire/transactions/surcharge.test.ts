import { expect, test } from 'vitest'
import { bareKvpKey } from '../../../../src/domain/restricted-text.ts'
import type { SurchargePlan } from '../../../../src/domain/surcharge.ts'
import { startGateway } from '../../../support/gateway.ts'
import { byDirectDebit, cents, faultsOf } from '../../../support/gateway-client.ts'

const plan: SurchargePlan = {
  default: '1.5',
  cardTypes: { amex: '2.2' },
  methods: { direct_debit: '0.5' },
}

function startWith(surcharge: SurchargePlan | undefined) {
  const merchant = { id: 1, name: 'Shop', vault: true, standaloneRefunds: true }
  const other = { ...merchant, id: 2, surcharge: undefined }
  return startGateway({ merchants: [{ ...merchant, surcharge }, other] })
}

function surchargeIn(kvps: Readonly<Record<string, string>>) {
  const names = ['ORIGINAL_AMOUNT', 'PERCENT', 'ADDED_AMOUNT', 'TOTAL_AMOUNT']
  return names.map((name) => kvps[`GATEWAY.REQUEST.KVP.SURCHARGE.${name}`])
}

const amex = { creditcard: { pan: '378282246310005', expiry_date: '1230' } }

test.each([
  ['a card', { ...cents(999) }, ['999', '1.5', '15', '1014']],
  [
    'a card type with its own percentage',
    { ...cents(1000), 'transaction.payment_method': amex },
    ['1000', '2.2', '22', '1022'],
  ],
  ['a direct debit', byDirectDebit(cents(100)), ['100', '0.5', '1', '101']],
])('a purchase by %s is surcharged', async (_what, changes, expected) => {
  await using gateway = await startWith(plan)
  const { client } = gateway
  const { body } = await client.purchase(changes)
  const found = await client.lookup(body.audit)
  expect(surchargeIn(found.body.kvps)).toEqual(expected)
  expect(found.body.transaction.amount_details.total_amount).toBe(expected[3])
})

test('the creating response has the four KVPs beside those that were sent', async () => {
  await using gateway = await startWith(plan)
  const { body } = await gateway.client.purchase({ kvps: { order: '7' } })
  expect(body.kvps).toEqual({
    'GATEWAY.REQUEST.KVP.order': '7',
    'GATEWAY.REQUEST.KVP.SURCHARGE.ORIGINAL_AMOUNT': '1000',
    'GATEWAY.REQUEST.KVP.SURCHARGE.PERCENT': '1.5',
    'GATEWAY.REQUEST.KVP.SURCHARGE.ADDED_AMOUNT': '15',
    'GATEWAY.REQUEST.KVP.SURCHARGE.TOTAL_AMOUNT': '1015',
    'GATEWAY.RESPONSE.KVP.AUTHORISATION_CODE': expect.any(String),
    'GATEWAY.RESPONSE.KVP.TRACE_NUMBER': expect.any(String),
  })
})

test('refunds may be as large as the total, and are not surcharged', async () => {
  await using gateway = await startWith(plan)
  const { client } = gateway
  const { body } = await client.purchase()
  expect(faultsOf(await client.refund(body.audit, cents(1016)))).toEqual([
    'refund_exceeds_original at body.transaction.amount_details.total_amount',
  ])
  const refund = await client.refund(body.audit, cents(1015))
  expect(refund.status).toBe(200)
  expect(surchargeIn(refund.body.kvps)).toEqual([undefined, undefined, undefined, undefined])
  const found = await client.lookup(refund.body.audit)
  expect(found.body.transaction.amount_details.total_amount).toBe('1015')
})

test('a completion is compared before surcharge, and surcharged on its own amount', async () => {
  await using gateway = await startWith(plan)
  const { client } = gateway
  const { body: held } = await client.preauthorise()
  expect(surchargeIn(held.kvps)).toEqual(['1000', '1.5', '15', '1015'])
  expect(faultsOf(await client.complete(held.audit, cents(1001)))).toEqual([
    'amount_exceeds_preauthorisation at body.transaction.amount_details.total_amount',
  ])
  const completed = await client.complete(held.audit, cents(1000))
  expect(surchargeIn(completed.body.kvps)).toEqual(['1000', '1.5', '15', '1015'])
  expect((await client.refund(completed.body.audit, cents(1015))).status).toBe(200)
})

test('standalone refunds and voids are never surcharged', async () => {
  await using gateway = await startWith(plan)
  const { client } = gateway
  const { body: alone } = await client.standaloneRefund()
  expect(surchargeIn(alone.kvps)).toEqual([undefined, undefined, undefined, undefined])
  const { body: bought } = await client.purchase()
  const { body: undone } = await client.void(bought.audit)
  expect(surchargeIn(undone.kvps)).toEqual([undefined, undefined, undefined, undefined])
  const found = await client.lookup(undone.audit)
  expect(found.body.transaction.amount_details.total_amount).toBe('1015')
})

test('a merchant without a plan is not surcharged, nor what a plan does not cover', async () => {
  await using gateway = await startWith({ cardTypes: { amex: '2' } })
  const { client } = gateway
  for (const changes of [{}, { 'merchant.id': 2, 'transaction.payment_method': amex }]) {
    const { body } = await client.purchase(changes)
    expect(surchargeIn(body.kvps)).toEqual([undefined, undefined, undefined, undefined])
    const found = await client.lookup(body.audit)
    expect(found.body.transaction.amount_details.total_amount).toBe('1000')
  }
})

test.each(['SURCHARGE.PERCENT', 'GATEWAY.SURCHARGE.TOTAL_AMOUNT'])(
  'a KVP %s is refused where a surcharge is added, and taken where none is',
  async (key) => {
    await using gateway = await startWith({ default: '1' })
    const { client } = gateway
    const kvps = { kvps: { [key]: '99' } }
    expect(faultsOf(await client.purchase(kvps))).toEqual(['duplicate_kvp at body.kvps'])
    const { body } = await client.purchase()
    expect((await client.refund(body.audit, kvps)).status).toBe(200)
    const { body: plain } = await client.purchase({ 'merchant.id': 2, ...kvps })
    expect(plain.kvps).toMatchObject({
      [`GATEWAY.REQUEST.KVP.${bareKvpKey(key, 'GATEWAY')}`]: '99',
    })
  },
)

test('a total of more than ten digits is refused, and nothing is made', async () => {
  const merchant = { id: 1, name: 'Shop', vault: true, standaloneRefunds: true }
  await using gateway = await startGateway({
    merchants: [{ ...merchant, surcharge: { default: '1' } }],
  })
  const { client } = gateway
  const answer = await client.purchase(cents(9_999_999_999))
  expect(faultsOf(answer)).toEqual([
    'invalid_amount at body.transaction.amount_details.total_amount',
  ])
  expect((await client.purchase(cents(9_900_990_098))).status).toBe(200)
})

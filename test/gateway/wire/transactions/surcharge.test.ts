import { expect, test } from 'vitest'
import { bareKvpKey } from '../../../../src/domain/restricted-text.ts'
import type { SurchargePlan } from '../../../../src/domain/surcharge.ts'
import { startGateway } from '../../../support/gateway.ts'
import { cents, faultsOf } from '../../../support/gateway-client.ts'

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

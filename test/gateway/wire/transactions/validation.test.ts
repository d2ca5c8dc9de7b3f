import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGateway, type TestGateway } from '../../../support/gateway.ts'
import { byDirectDebit, faultsOf, paidBody } from '../../../support/gateway-client.ts'

let gateway: TestGateway

beforeAll(async () => {
  gateway = await startGateway()
})

afterAll(() => gateway.stop())

const TRANSACTION = 'transaction'
const AMOUNT = 'transaction.amount_details.total_amount'
const CURRENCY = 'transaction.amount_details.currency'
const REFERENCE = 'transaction.reference'
const METHOD = 'transaction.payment_method'
const PAN = `${METHOD}.creditcard.pan`
const EXPIRY = `${METHOD}.creditcard.expiry_date`
const CVV = `${METHOD}.creditcard.cvv`
const DEBIT = `${METHOD}.directdebit`

type Case = readonly [place: string, value: unknown, code: string]

const everyFault: readonly Case[] = [
  ['merchant', undefined, 'missing_field'],
  ['merchant', [], 'invalid_type'],
  ['merchant.id', undefined, 'missing_field'],
  ['merchant.id', '1', 'invalid_type'],
  ['merchant.id', 1.5, 'invalid_type'],
  ['merchant.id', 0, 'out_of_range'],
  ['merchant.id', 2147483648, 'out_of_range'],
  [TRANSACTION, undefined, 'missing_field'],
  [REFERENCE, undefined, 'missing_field'],
  [REFERENCE, 7, 'invalid_type'],
  [REFERENCE, '', 'invalid_length'],
  [REFERENCE, 'r'.repeat(256), 'invalid_length'],
  [REFERENCE, Array.from({ length: 256 }, () => 'r'), 'invalid_type'],
  ['transaction.amount_details', undefined, 'missing_field'],
  [AMOUNT, undefined, 'missing_field'],
  [AMOUNT, 1000, 'invalid_amount'],
  [AMOUNT, '0', 'invalid_amount'],
  [AMOUNT, '1\n', 'invalid_amount'],
  [AMOUNT, '12345678901', 'invalid_amount'],
  [CURRENCY, undefined, 'missing_field'],
  [CURRENCY, 'aud', 'currency_not_supported'],
  [METHOD, undefined, 'missing_field'],
  [METHOD, {}, 'missing_field'],
  [`${METHOD}.creditcard`, '4111111111111111', 'invalid_type'],
  [PAN, undefined, 'missing_field'],
  [PAN, 4111111111111111, 'invalid_pan'],
  [PAN, '4111 1111 1111 1111', 'invalid_pan'],
  [PAN, '4111111111111112', 'invalid_pan'],
  [EXPIRY, undefined, 'missing_field'],
  [EXPIRY, 1230, 'invalid_expiry'],
  [EXPIRY, '1313', 'invalid_expiry'],
  [CVV, 123, 'invalid_type'],
  [CVV, '', 'invalid_format'],
  [CVV, '1234', 'invalid_format'],
  [CVV, '12a', 'invalid_format'],
  ['kvps', [], 'invalid_type'],
  ['kvps.a', 7, 'invalid_type'],
  ['kvps.a', 'v'.repeat(256), 'invalid_length'],
  ['kvps.a', 'caf\u00e9', 'invalid_characters'],
  ['kvps.', 'v', 'invalid_length'],
  ['kvps.a-b', 'v', 'invalid_characters'],
  [`kvps.${'k'.repeat(65)}`, 'v', 'invalid_length'],
]

test.each(everyFault)('%s as %j is %s', async (place, value, code) => {
  const answer = await gateway.client.purchase({ [place]: value })
  expect(answer.status).toBe(422)
  expect(faultsOf(answer)).toEqual([`${code} at body.${place}`])
})

test.each(['"', "'", '\\', '\t', '\n', '\u0000', '\u007f', '\u00e9', '\u20ac', '\ud83d\ude00'])(
  'text may not hold %j',
  async (character) => {
    const answer = await gateway.client.purchase({ [REFERENCE]: `a${character}b` })
    expect(faultsOf(answer)).toEqual([`invalid_characters at body.${REFERENCE}`])
    const number = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')
    expect(answer.body.errors[0]?.error_message).toContain(`U+${number}`)
  },
)

test.each([
  [REFERENCE, ` !#$%&()*+,-./:;<=>?@[]^_\`{|}~aZ09`],
  [REFERENCE, 'r'.repeat(255)],
  [AMOUNT, '1'],
  [AMOUNT, '9999999999'],
  [CURRENCY, 'XPF'],
  [PAN, '4000000000000000006'],
  ['kvps', {}],
  ['kvps', Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`key.${i}`, ' ']))],
  ['kvps', { ['k'.repeat(64)]: 'v'.repeat(255), [`GATEWAY.REQUEST.KVP.${'k'.repeat(44)}`]: '' }],
  ['merchant.id', 2147483647],
])('%s may be %j', async (place, value) => {
  expect((await gateway.client.purchase({ [place]: value })).status).toBe(200)
})

test.each(['purchase', 'standaloneRefund'] as const)(
  'a %s may have 50 KVPs, and 51 are too many',
  async (operation) => {
    const sent = async (count: number) => {
      const kvps = Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']))
      return await gateway.client[operation]({ kvps })
    }
    expect((await sent(50)).status).toBe(200)
    expect(faultsOf(await sent(51))).toEqual(['out_of_range at body.kvps'])
  },
)

test('a number that is no card number is the only fault of its card', async () => {
  const card = { [`${METHOD}.creditcard`]: { pan: '4111' } }
  expect(faultsOf(await gateway.client.purchase(card))).toEqual([`invalid_pan at body.${PAN}`])
})

describe('a direct debit', () => {
  test.each([
    [`${DEBIT}.bsb`, undefined, 'missing_field'],
    [`${DEBIT}.bsb`, '62-000', 'invalid_format'],
    [`${DEBIT}.account_number`, undefined, 'missing_field'],
    [`${DEBIT}.account_number`, '1234567890', 'invalid_format'],
    [`${DEBIT}.account_number`, 12345678, 'invalid_type'],
    [`${DEBIT}.account_name`, undefined, 'missing_field'],
    [`${DEBIT}.account_name`, 'n'.repeat(33), 'invalid_length'],
    [`${DEBIT}.account_name`, "O'Brien", 'invalid_characters'],
    [DEBIT, 'account', 'invalid_type'],
  ])('%s as %j is %s', async (place, value, code) => {
    const answer = await gateway.client.purchase({ ...byDirectDebit(), [place]: value })
    expect(faultsOf(answer)).toEqual([`${code} at body.${place}`])
  })

  test.each([
    [{ [CURRENCY]: 'USD' }, [`currency_not_supported at body.${CURRENCY}`]],
    [
      { [CURRENCY]: 'USD', [REFERENCE]: '' },
      [`currency_not_supported at body.${CURRENCY}`, `invalid_length at body.${REFERENCE}`],
    ],
    [{ [CURRENCY]: 'ABC' }, [`currency_not_supported at body.${CURRENCY}`]],
    [{ [CURRENCY]: 7 }, [`invalid_type at body.${CURRENCY}`]],
    [{ 'transaction.amount_details': '10' }, ['invalid_type at body.transaction.amount_details']],
  ])('with %j is refused for all that is wrong, once', async (changes, faults) => {
    const answer = await gateway.client.purchase({ ...byDirectDebit(), ...changes })
    expect(faultsOf(answer)).toEqual(faults)
  })

  test('beside a card is one method too many', async () => {
    const card = { pan: '4111111111111111', expiry_date: '1230' }
    const answer = await gateway.client.purchase(byDirectDebit({ [`${METHOD}.creditcard`]: card }))
    expect(faultsOf(answer)).toEqual([`invalid_format at body.${METHOD}`])
  })
})

test.each([
  ['pan', { pan: '1', expiry_date: '1230' }, 'invalid_pan'],
  ['pan', { pan: '4111111111111112', expiry_date: '1230' }, 'invalid_pan'],
  ['cvv', { pan: '4111111111111111', expiry_date: '1230', cvv: '1' }, 'invalid_format'],
])('a faulty %s does not hide that there are two methods', async (member, card, code) => {
  const answer = await gateway.client.purchase(byDirectDebit({ [`${METHOD}.creditcard`]: card }))
  expect(faultsOf(answer)).toEqual([
    `invalid_format at body.${METHOD}`,
    `${code} at body.${METHOD}.creditcard.${member}`,
  ])
})

test('a body that is no object is refused', async () => {
  for (const body of ['null', '[]', '"text"', '7']) {
    const headers = { 'content-type': 'application/json' }
    const answer = await gateway.client.post('/transactions/purchase', body, headers)
    expect(answer.status).toBe(422)
    expect(faultsOf(answer)).toEqual(['invalid_type at body'])
  }
})

test('all faults of path, header and body are listed together, in the order of their places', async () => {
  const answer = await gateway.client.post(
    '/transactions/0/refund',
    {
      merchant: { id: 0 },
      kvps: { 'bad key': 7 },
      transaction: {
        reference: `${'r'.repeat(300)}"`,
        amount_details: { total_amount: 1, currency: 'nix' },
      },
    },
    { 'x-correlation-id': 'not good' },
  )
  expect(answer.status).toBe(422)
  expect(faultsOf(answer)).toEqual([
    'invalid_characters at body.kvps.bad key',
    'invalid_type at body.kvps.bad key',
    'out_of_range at body.merchant.id',
    'currency_not_supported at body.transaction.amount_details.currency',
    'invalid_amount at body.transaction.amount_details.total_amount',
    'invalid_characters at body.transaction.reference',
    'invalid_length at body.transaction.reference',
    'invalid_correlation_id at header.X-Correlation-Id',
    'out_of_range at path.audit',
  ])
})

test('every fault says what is wrong, and never what was sent', async () => {
  const answer = await gateway.client.purchase({ [PAN]: '4111111111111112', [CVV]: '98765' })
  expect(answer.text).not.toMatch(/4111111111111112|98765/)
  for (const { error_message } of answer.body.errors) expect(error_message).toMatch(/^[A-Z].{10,}/)
})

test('what an operation does not need is ignored', async () => {
  const { client } = gateway
  const { body } = await client.purchase({ 'transaction.note': [1], extra: { deep: {} } })
  const answer = await client.void(body.audit, { [AMOUNT]: 'nonsense', [METHOD]: 7 })
  expect(answer.status).toBe(200)
})

test('a body may be JSON of any name', async () => {
  const { client } = gateway
  for (const type of [
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/vnd.api+json',
    'application/hal+json;v=1',
  ]) {
    const headers = { 'content-type': type }
    const text = JSON.stringify(paidBody())
    expect((await client.post('/transactions/purchase', text, headers)).status).toBe(200)
  }
})

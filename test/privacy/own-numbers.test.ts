import { describe, expect, test } from 'vitest'
import { recordedAndPlayed } from '../runtime/run-file/played.ts'
import { ControlClient } from '../support/control-client.ts'
import { call, GatewayClient, newId, type Overrides, paidBody } from '../support/gateway-client.ts'
import { startTestSandbox } from '../support/start.ts'

/** Of no known scheme, so that only its own request tells that it is a card's. */
const PAN = '8888777766665551'
const ACCOUNT = '718293645'
const METHOD = 'transaction.payment_method'
const card = (details: object) => ({
  [METHOD]: { creditcard: { expiry_date: '1230', ...details } },
})
const debit = (details: object) => ({ [METHOD]: { directdebit: { bsb: '032-001', ...details } } })
const byCard = card({ pan: PAN })
const escaped = [...PAN].map((one) => `%3${one}`).join('')

const bodies: readonly (readonly [string, string, Overrides])[] = [
  ['an account given as a number', ACCOUNT, debit({ account_number: Number(ACCOUNT) })],
  ['an account given with spaces', ACCOUNT, debit({ account_number: '718 293 645' })],
  ['an account under a wrong name', ACCOUNT, debit({ number: ACCOUNT })],
  ['an account under another name', ACCOUNT, debit({ 'BANK.ACCOUNT_NUMBER': ACCOUNT })],
  ['an account beside its method', ACCOUNT, { [METHOD]: { account_number: ACCOUNT } }],
  [
    'an account outside its method',
    ACCOUNT,
    { [METHOD]: {}, 'transaction.account_number': ACCOUNT },
  ],
  ['a card given as a number', PAN, card({ pan: Number(PAN) })],
  ['a card given with spaces', PAN, card({ pan: '8888 7777 6666 5551' })],
  ['a card under a wrong name', PAN, card({ number: PAN })],
]

/** The digits of a text, whatever stands between them. */
const digitsIn = (text: string) => text.replaceAll(/(?<=[0-9])[ .:x_/-]+(?=[0-9])/g, '')

describe('the number that a request pays with is kept nowhere, though it is wrong', () => {
  test.each(bodies)('%s', async (_what, number, changes) => {
    let journal = ''
    const run = await recordedAndPlayed(async ({ api, url }) => {
      const client = new GatewayClient(api)
      await client.purchase({ ...changes, 'transaction.reference': `for ${number}` })
      await client.purchase({
        ...changes,
        'transaction.reference': Number(number),
        kvps: { a: number },
      })
      journal = (await new ControlClient(url).get('/requests')).text
    })
    expect(run).toMatchObject({ calls: 2, differences: [], logs: [] })
    expect(journal).toContain('"id":2')
    for (const text of [run.text, journal]) expect(digitsIn(text)).not.toContain(number)
  })
})

describe('however it is written in the texts of its request', () => {
  test.each([
    ['with colons', '8888:7777:6666:5551'],
    ['with an x', '8888x7777x6666x5551'],
    ['with escapes', escaped],
    ['with escaped spaces', '8888%207777%206666%205551'],
    [
      'in another script',
      [...PAN].map((one) => String.fromCodePoint(0xff10 + Number(one))).join(''),
    ],
  ])('%s', async (_how, written) => {
    let told = ''
    const run = await recordedAndPlayed(async ({ api, url }) => {
      const texts = { 'transaction.reference': `for ${written}`, kvps: { note: written } }
      await new GatewayClient(api).purchase({ ...byCard, ...texts })
      for (const path of ['/requests', '/state', '/stories']) {
        told += (await new ControlClient(url).get(path)).text
      }
    })
    expect(run).toMatchObject({ calls: 1, differences: [], logs: [] })
    for (const text of [run.text, told]) {
      expect(text).not.toContain(written)
      expect(digitsIn(text)).not.toContain(PAN)
    }
  })
})

test('an amount with the digits of the account is an amount', async () => {
  await using sandbox = await startTestSandbox()
  const changes = {
    ...debit({ account_number: '123456', account_name: 'J Citizen' }),
    'transaction.amount_details.total_amount': '123456',
  }
  const body = paidBody(changes)
  const headers = { 'x-correlation-id': newId() }
  const url = `${sandbox.api}/transactions/purchase`
  expect((await call(url, { method: 'POST', headers, body })).status).toBe(200)
})

test.each([
  { bsb: '062-000', account_number: '062000', account_name: 'J Citizen' },
  { bsb: '062000', account_number: '062000', account_name: 'J Citizen' },
  { bsb: '062-000', account_number: '12345678', account_name: '062-000' },
])('a branch with the digits of something else stays a branch: %j', async (account) => {
  await using sandbox = await startTestSandbox()
  const body = paidBody({ 'transaction.payment_method': { directdebit: account } })
  const headers = { 'x-correlation-id': newId() }
  const url = `${sandbox.api}/transactions/purchase`
  expect((await call(url, { method: 'POST', headers, body })).status).toBe(200)
})

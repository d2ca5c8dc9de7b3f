import { expect, test } from 'vitest'
import { byDirectDebit } from '../../support/gateway-client.ts'
import { VaultClient } from '../../support/vault-client.ts'
import { amount, Judged } from './judged.ts'

const reference = (text: string) => ({ 'transaction.reference': text })
const bsb = (text: string) => ({ 'transaction.payment_method.directdebit.bsb': text })

async function methods(judged: Judged): Promise<Record<string, string | null>> {
  const payments = await judged.payments()
  return Object.fromEntries(payments.map((payment) => [payment.reference, payment.method]))
}

test('a payment says whether a card or a direct debit paid, whatever happened to it', async () => {
  await using judged = await Judged.start()
  const debit = byDirectDebit()
  await judged.pay('a', reference('by card'))
  await judged.pay('b', { ...debit, ...reference('by debit') })
  await judged.pay('c', { ...reference('card lost before'), ...amount(9900500) })
  await judged.pay('d', { ...debit, ...reference('debit lost before'), ...amount(9900500) })
  await judged.client.preauthorise(reference('hold'))
  await judged.client.standaloneRefund({ ...debit, ...reference('credit') })
  await judged.client.refund(999, reference('of nothing'))
  const told = {
    'by card': 'card',
    'by debit': 'direct_debit',
    'card lost before': 'card',
    'debit lost before': 'direct_debit',
    hold: 'card',
    credit: 'direct_debit',
    'of nothing': null,
  }
  expect(await methods(judged)).toEqual(told)
  await judged.control.post('/reset')
  expect(await methods(judged)).toEqual(told)
})

test('a token pays as the card or account behind it', async () => {
  await using judged = await Judged.start()
  const vault = new VaultClient(judged.sandbox.api)
  const customer = (await vault.createCustomer()).body.id
  const account = {
    general_bankaccount: {
      'BANK.BSB': '062-000',
      'BANK.ACCOUNT_NUMBER': '12345678',
      'BANK.ACCOUNT_NAME': 'Ann Example',
    },
  }
  const { virtual_pan: pan } = (await vault.createToken(customer, { account })).body
  const byToken = { 'transaction.payment_method': { creditcard: { pan } } }
  await judged.pay('a', { ...byToken, ...reference('paid') })
  await judged.pay('b', { ...byToken, ...reference('lost before'), ...amount(9900500) })
  expect(await methods(judged)).toEqual({ paid: 'direct_debit', 'lost before': null })
})

test('returned debits are told apart from declined ones, and can be filtered', async () => {
  await using judged = await Judged.start()
  await judged.pay('a', { ...reference('declined'), ...amount(1000051) })
  await judged.pay('b', { ...byDirectDebit(bsb('032-056')), ...reference('returned') })
  await judged.pay('c', { ...byDirectDebit(bsb('032-060')), ...reference('returned late') })
  await judged.pay('d', { ...byDirectDebit(), ...reference('cleared') })
  await judged.pass('6 banking days')
  const found = async (query: string) =>
    (await judged.payments(query)).map((payment) => [
      payment.reference,
      payment.verdict,
      payment.returned,
    ])
  const returned = [
    ['returned late', 'declined', true],
    ['returned', 'declined', true],
  ]
  const declined = [['declined', 'declined', false]]
  expect(await found('?returned=true')).toEqual(returned)
  expect(await found('?returned=false&verdict=declined')).toEqual(declined)
  expect(await found('?verdict=declined')).toEqual([...returned, ...declined])
  await judged.control.post('/reset')
  expect(await found('?returned=true')).toEqual(returned)
  const { body } = await judged.control.get<{ totals: object }>('/payments')
  expect(body.totals).toMatchObject({ returned: 2, verdicts: { declined: 3 } })
})

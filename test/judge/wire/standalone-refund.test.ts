import { expect, test } from 'vitest'
import { byDirectDebit } from '../../support/gateway-client.ts'
import { amount, Judged } from './judged.ts'

const pan = (number: string) => ({ 'transaction.payment_method.creditcard.pan': number })

test('a standalone refund to a card that had paid enough', async () => {
  await using judged = await Judged.start()
  await judged.pay('a')
  await judged.client.standaloneRefund()
  expect(await judged.findings()).toMatchObject([{ code: 'standalone-refund', severity: 'note' }])
})

test('a standalone refund of more than it had paid, and to a card that never paid, are fine', async () => {
  await using judged = await Judged.start()
  await judged.pay('a')
  await judged.client.standaloneRefund(amount(1001))
  await judged.client.standaloneRefund(pan('5555555555554444'))
  expect(await judged.codes()).toEqual([])
})

test('a standalone refund to a bank account whose debit has cleared', async () => {
  await using judged = await Judged.start()
  const { audit } = (await judged.client.purchase(byDirectDebit())).body
  await judged.pass('4 banking days')
  await judged.client.lookup(audit)
  await judged.client.standaloneRefund(byDirectDebit())
  expect(await judged.findings()).toMatchObject([
    {
      code: 'standalone-refund',
      message: `A standalone refund of AUD 10.00 went to the account whose debit of AUD 10.00 had cleared (audit ${audit}).`,
    },
  ])
})

test('a standalone refund to a bank account that has not paid enough yet is fine', async () => {
  await using judged = await Judged.start()
  await judged.client.purchase(byDirectDebit())
  await judged.client.standaloneRefund(byDirectDebit())
  await judged.control.post('/settle', { all: true })
  for (const audit of [1000001, 1000002]) await judged.client.lookup(audit)
  const account = { 'transaction.payment_method.directdebit.account_number': '87654321' }
  await judged.client.standaloneRefund(byDirectDebit(account))
  await judged.client.standaloneRefund(byDirectDebit(amount(1001)))
  await judged.client.refund(1000001, amount(600))
  await judged.client.standaloneRefund(byDirectDebit(amount(500)))
  expect(await judged.codes()).toEqual([])
})

test('a standalone refund to a card whose payment has gone back already is fine', async () => {
  await using judged = await Judged.start()
  const paid = await judged.pay('a')
  await judged.client.refund(paid?.body.audit ?? 0, amount(600))
  await judged.client.standaloneRefund(amount(500))
  expect(await judged.codes()).toEqual([])
})

import { expect, test } from 'vitest'
import { redactText } from '../../src/base/redaction/redacted.ts'
import { defaultAssumptions } from '../../src/domain/assumptions/assumptions.ts'
import { contextAt } from '../../src/domain/command-context.ts'
import { bankingCalendar } from '../../src/domain/time/banking-day.ts'
import { accountObjections } from '../../src/domain/vault.ts'
import type { TokenAccount } from '../../src/domain/vault-records.ts'

const context = contextAt(Date.parse('2026-03-10T01:00:00Z'), {
  seed: 7,
  assumptions: defaultAssumptions,
  calendar: bankingCalendar([]),
})

function card(year: number, month: number): TokenAccount {
  const kept = { pan: '411111xxxxxx1111', type: 'visa', fingerprint: 'f' } as const
  return { type: 'card', card: { ...kept, expiry: { year, month } }, name: redactText('ANN') }
}

const bank: TokenAccount = {
  type: 'bank',
  account: {
    bsb: '062-000',
    accountNumber: 'xxxxx678',
    accountName: redactText('Ann'),
    fingerprint: 'f',
  },
}

test.each([
  ['a card of this month', card(2026, 3), undefined, []],
  ['an expired card', card(2026, 2), undefined, ['invalid_expiry']],
  ['a bank account', bank, undefined, []],
  ['a card for a card', card(2027, 1), card(2025, 1), []],
  ['an expired card for a card', card(2025, 12), card(2025, 1), ['invalid_expiry']],
  ['a bank account for another', bank, bank, []],
  ['a bank account for a card', bank, card(2025, 1), ['unknown_account_type']],
  ['an expired card for a bank account', card(2025, 1), bank, ['unknown_account_type']],
])('%s', (_case, account, before, codes) => {
  expect(accountObjections(account, before, context).map(({ code }) => code)).toEqual(codes)
})

test.each([
  ['a card', bank, card(2027, 1), 'This token holds a general_creditcard and keeps that type'],
  [
    'a bank account',
    card(2027, 1),
    bank,
    'This token holds a general_bankaccount and keeps that type',
  ],
])('a token of %s says which type it keeps', (_what, account, before, message) => {
  expect(accountObjections(account, before, context)).toMatchObject([
    { message, subject: 'account' },
  ])
})

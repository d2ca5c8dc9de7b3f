import { bankingCalendar } from '../../src/domain/banking-day.ts'
import type { Ground } from '../../src/domain/ground.ts'
import { defaultHolidays } from '../../src/domain/holidays.ts'
import { type Draft, openTransaction } from '../../src/domain/open-transaction.ts'
import { defaultAssumptions } from '../../src/domain/settings.ts'
import type { PaymentMethod, Transaction } from '../../src/domain/transaction.ts'
import { noVerdict, type Verdict } from '../../src/domain/verdict.ts'

const calendar = bankingCalendar(defaultHolidays)

/** A moment to act in, by its text: `2026-03-10T12:00:00+11:00`. */
function groundAt(text: string): Ground {
  return { now: Date.parse(text), seed: 7, assumptions: defaultAssumptions, calendar }
}

const card: PaymentMethod = {
  rail: 'card',
  card: {
    pan: '411111xxxxxx1111',
    type: 'visa',
    fingerprint: 'f',
    expiry: { year: 2030, month: 12 },
  },
}

const account: PaymentMethod = {
  rail: 'direct_debit',
  account: {
    bsb: '062-000',
    accountNumber: 'xxxxx678',
    accountName: 'Ann Example',
    fingerprint: 'f',
  },
}

export const methods = { card, direct_debit: account }

/** A transaction of $10.00 that is opened at a moment. */
export function openedAt(
  text: string,
  changes: Partial<Draft> = {},
  verdict: Verdict = noVerdict,
): Transaction {
  const draft: Draft = {
    audit: 1_000_001,
    kind: 'purchase',
    merchant: 1,
    correlation: 'c-1',
    target: 0,
    reference: 'order 1',
    kvps: {},
    amount: 1000,
    currency: 'AUD',
    method: card,
    surcharge: undefined,
    ...changes,
  }
  return openTransaction(draft, verdict, groundAt(text))
}

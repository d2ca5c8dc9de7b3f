import { maskAccountNumber } from '../domain/bank-account.ts'
import { cardType, maskPan } from '../domain/card/card.ts'
import { testPans } from '../domain/card/test-cards.ts'
import { redactText } from '../domain/redaction/redacted.ts'
import type { Instant } from '../domain/time/instant.ts'
import { sydneyDate } from '../domain/time/sydney-time.ts'
import type { StoredAccount, StoredCard } from '../domain/transaction/transaction.ts'
import type { Chance } from './chance.ts'
import type { SeedContext } from './seed-context.ts'

// Roughly the shares of the card schemes in Australia.
const schemes = [
  ...['visa', 'visa', 'visa', 'visa', 'visa', 'visa'],
  ...['mastercard', 'mastercard', 'mastercard', 'mastercard'],
  ...['amex', 'amex'],
  ...['diners', 'jcb', 'unionpay', 'discover'],
] as const

// A magic number would promise an outcome that the seeded records do not have.
const asksForAnswer = /^(?:4444333322221111|(?:400000|520000|340000).*)$/

const plainPans = schemes.map((scheme) =>
  testPans(scheme).filter((pan) => !asksForAnswer.test(pan)),
)

/** No bank owns branch numbers that start with 99. */
const banks = [
  { name: 'Harbour Bank', bsb: '991' },
  { name: 'Outback Mutual', bsb: '993' },
  { name: 'Southern Cross Savings', bsb: '995' },
  { name: 'Wattle Credit Union', bsb: '997' },
] as const

/** A test card that was valid when it was first used. */
export function seedCard(chance: Chance, since: Instant, context: SeedContext): StoredCard {
  const pan = chance.pick(chance.pick(plainPans))
  const [year, month] = sydneyDate(since).split('-').map(Number) as [number, number]
  const months = month - 1 + chance.between(3, 48)
  const expiry = { year: year + Math.floor(months / 12), month: (months % 12) + 1 }
  return {
    pan: maskPan(pan),
    type: cardType(pan),
    fingerprint: context.fingerprint(pan),
    expiry,
  }
}

/** A fictitious account, with the name of its bank. */
export function seedAccount(chance: Chance, holder: string, context: SeedContext) {
  const bank = chance.pick(banks)
  const bsb = `${bank.bsb}-${chance.digits(3)}`
  const accountNumber = `${chance.between(1, 9)}${chance.digits(chance.between(5, 8))}`
  const account: StoredAccount = {
    bsb,
    accountNumber: maskAccountNumber(accountNumber),
    accountName: redactText(holder.slice(0, 32).trim()),
    fingerprint: context.fingerprint(`${bsb} ${accountNumber}`),
  }
  return { account, bank: bank.name }
}

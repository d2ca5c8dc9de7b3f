import { maskAccountNumber } from '../domain/bank-account.ts'
import { cardType, maskPan } from '../domain/card/card.ts'
import { testPans } from '../domain/card/test-cards.ts'
import { redactText } from '../domain/redaction/redacted.ts'
import type { Instant } from '../domain/time/instant.ts'
import { sydneyDate } from '../domain/time/sydney-time.ts'
import type { PaymentMethod, StoredAccount, StoredCard } from '../domain/transaction/transaction.ts'
import { noVerdict, type Verdict } from '../domain/transaction/verdict.ts'
import { type Token, tokenMethod } from '../domain/vault.ts'
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

const guests = ['Guest Account', 'Club Social Fund', 'Household Account', 'Office Petty Cash']

/** How a payment was made: mostly with stored details, else with new ones. */
export function payerAt(
  chance: Chance,
  tokens: readonly Token[],
  context: SeedContext,
): PaymentMethod {
  const token = tokens.length > 0 && chance.hits(70) ? chance.pick(tokens) : undefined
  if (token && isUsable(token, context)) return tokenMethod(token)
  return guestBy(chance.hits(12) ? 'direct_debit' : 'card', chance, context)
}

/** The same for one rail only. */
export function payerBy(
  rail: PaymentMethod['rail'],
  chance: Chance,
  tokens: readonly Token[],
  context: SeedContext,
): PaymentMethod {
  const token = tokens.length > 0 ? chance.pick(tokens) : undefined
  const method = token && isUsable(token, context) ? tokenMethod(token) : undefined
  return method?.rail === rail ? method : guestBy(rail, chance, context)
}

function guestBy(rail: PaymentMethod['rail'], chance: Chance, context: SeedContext): PaymentMethod {
  if (rail === 'card') return { rail, card: seedCard(chance, context.now, context) }
  return { rail, account: seedAccount(chance, chance.pick(guests), context).account }
}

function isUsable({ active, createdAt }: Token, { now }: SeedContext): boolean {
  return active && createdAt <= now
}

const declines = ['51', '51', '51', '51', '05', '05', '05', '61', '14', '41', '59', '82', '91']
const errors: readonly Verdict[] = [
  { responseCode: '96' },
  { gatewayStatusCode: 'acquirer_unreachable' },
  { gatewayStatusCode: 'acquirer_time_out' },
]
const returns = ['6', '6', '6', '3', '5', '2']

/** The bank's responses: mostly approvals. */
export function verdictFor({ rail }: PaymentMethod, chance: Chance): Verdict {
  if (rail === 'direct_debit') {
    if (!chance.hits(14)) return noVerdict
    const responseCode = chance.pick(returns)
    return { resolves: [{ after: { kind: 'return' }, status: 'declined', responseCode }] }
  }
  if (chance.hits(9)) return { responseCode: chance.pick(declines) }
  return chance.hits(1) ? chance.pick(errors) : noVerdict
}

/** Cents, small amounts more often than large ones, and never a magic amount. */
export function amountOf(chance: Chance): number {
  const dollars = chance.hits(8) ? chance.between(200, 2400) : chance.between(4, 180)
  return dollars * 100 + chance.pick([0, 0, 50, 90, 95, 99, chance.below(100)])
}

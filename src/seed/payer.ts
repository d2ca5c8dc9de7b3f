import type { PaymentMethod } from '../domain/transaction/transaction.ts'
import { noVerdict, type Verdict } from '../domain/transaction/verdict.ts'
import { type Token, tokenMethod } from '../domain/vault.ts'
import type { Chance } from './chance.ts'
import { seedAccount, seedCard } from './payment-means.ts'
import type { SeedContext } from './seed-context.ts'

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

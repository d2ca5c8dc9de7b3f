import type { PaymentMethod } from '../domain/transaction/transaction.ts'
import type { Token } from '../domain/vault.ts'
import type { Chance } from './chance.ts'
import { seedAccount, seedCard } from './payment-means.ts'
import type { SeedContext } from './seed-context.ts'

const guests = ['Guest Account', 'Club Social Fund', 'Household Account', 'Office Petty Cash']

/** How somebody paid then: most often with what the vault held, else with what was at hand. */
export function payerAt(
  chance: Chance,
  tokens: readonly Token[],
  context: SeedContext,
): PaymentMethod {
  const token = tokens.length > 0 && chance.hits(70) ? chance.pick(tokens) : undefined
  if (token && isUsable(token, context)) return methodOf(token)
  return guestBy(chance.hits(12) ? 'direct_debit' : 'card', chance, context)
}

/** The same where only one rail will do. */
export function payerBy(
  rail: PaymentMethod['rail'],
  chance: Chance,
  tokens: readonly Token[],
  context: SeedContext,
): PaymentMethod {
  const token = tokens.length > 0 ? chance.pick(tokens) : undefined
  const method = token && isUsable(token, context) ? methodOf(token) : undefined
  return method?.rail === rail ? method : guestBy(rail, chance, context)
}

function guestBy(rail: PaymentMethod['rail'], chance: Chance, context: SeedContext): PaymentMethod {
  if (rail === 'card') return { rail, card: seedCard(chance, context.now, context) }
  return { rail, account: seedAccount(chance, chance.pick(guests), context).account }
}

function isUsable({ active, createdAt }: Token, { now }: SeedContext): boolean {
  return active && createdAt <= now
}

function methodOf({ id, virtualPan, account }: Token): PaymentMethod {
  const token = { id, virtualPan }
  if (account.type === 'card') return { rail: 'card', card: account.card, token }
  return { rail: 'direct_debit', account: account.account, token }
}

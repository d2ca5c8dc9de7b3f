import type { CardType } from '../domain/card/card.ts'
import { redactText } from '../domain/redaction/redacted.ts'
import type { Customer, Token, TokenAccount } from '../domain/vault.ts'
import { Chance } from './chance.ts'
import { seedAccount, seedCard } from './payment-means.ts'
import { type SeedContext, type SeedPart, salts } from './seed-context.ts'

/** What existing records require of new ones. */
export interface TokenNumbers {
  readonly firstId: number
  readonly owners: readonly Customer[]
  readonly isTaken: (customer: number, name: string) => boolean
  readonly virtualPan: (id: number) => string
}

/** New cards and bank accounts, spread randomly over their owners. */
export function seedTokens(
  part: SeedPart,
  numbers: TokenNumbers,
  context: SeedContext,
): readonly Token[] {
  const given = new Set<string>()
  return Array.from({ length: part.count }, (_, i) => {
    const id = numbers.firstId + i
    const chance = new Chance(context.seed, salts.token, part.first + i)
    const owner = chance.pick(numbers.owners)
    const createdAt = chance.between(owner.createdAt, context.now)
    const { account, label } = means(chance, { owner, createdAt }, context)
    const isTaken = (name: string) =>
      given.has(`${owner.id} ${name}`) || numbers.isTaken(owner.id, name)
    const preferredName = redactText(isTaken(label) ? `${label} (${id})` : label)
    given.add(`${owner.id} ${preferredName}`)
    return {
      id,
      customer: owner.id,
      merchant: context.merchant.id,
      virtualPan: numbers.virtualPan(id),
      preferredName,
      active: !chance.hits(6),
      account,
      createdAt,
    }
  })
}

interface Origin {
  readonly owner: Customer
  readonly createdAt: number
}

/** The details of a token, and the name that its owner gives it. */
function means(chance: Chance, { owner, createdAt }: Origin, context: SeedContext) {
  if (chance.hits(25)) {
    const { account, bank } = seedAccount(chance, owner.name, context)
    return { account: { type: 'bank', account } satisfies TokenAccount, label: bank }
  }
  const card = seedCard(chance, createdAt, context)
  const account: TokenAccount = { type: 'card', card, name: owner.name }
  return { account, label: `${schemeNames[card.type]} ${card.pan.slice(-4)}` }
}

const schemeNames: Readonly<Record<CardType, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  discover: 'Discover',
  '': 'Card',
}

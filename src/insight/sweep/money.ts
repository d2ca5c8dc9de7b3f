import { moneyText } from '../../domain/money.ts'
import type { Instant } from '../../domain/time/instant.ts'
import type { Transaction } from '../../domain/transaction/transaction.ts'
import type { MoneyChange } from './result.ts'

/** A world at the end of a chapter. */
export interface SweptWorld {
  readonly now: Instant
  readonly customers: number
  readonly tokens: number
  readonly transaction: (audit: number) => Transaction | undefined
  /** What becomes of a transaction that is undecided now. */
  readonly planned: (transaction: Transaction) => Transaction['status']
}

/** The sums of one card or account in one currency, in cents. */
export interface PayerSums {
  /** `card 411111…1111`. */
  readonly payer: string
  readonly currency: string
  readonly taken: number
  readonly held: number
  readonly givenBack: number
}

/** What a run did with money, and what it left in the vault. */
export class Sums {
  readonly #payers = new Map<string, PayerSums>()
  customers = 0
  tokens = 0

  /** Counts a chapter: the transactions of these audits, and the vault. */
  count(world: SweptWorld, audits: readonly number[]): void {
    this.customers += world.customers
    this.tokens += world.tokens
    for (const audit of audits) {
      const transaction = world.transaction(audit)
      if (transaction !== undefined) this.#add(transaction, world)
    }
  }

  get payers(): readonly PayerSums[] {
    return [...this.#payers.values()]
  }

  of(payer: string, currency: string): PayerSums {
    const none = { payer, currency, taken: 0, held: 0, givenBack: 0 }
    return this.#payers.get(`${payer} ${currency}`) ?? none
  }

  #add(transaction: Transaction, world: SweptWorld): void {
    const { currency } = transaction
    const payer = payerOf(transaction)
    const sums = this.of(payer, currency)
    const { taken, held, givenBack } = effectOf(transaction, world)
    this.#payers.set(`${payer} ${currency}`, {
      payer,
      currency,
      taken: sums.taken + taken,
      held: sums.held + held,
      givenBack: sums.givenBack + givenBack,
    })
  }
}

const nothing = { taken: 0, held: 0, givenBack: 0 }

/** What one transaction did with its payer's money. */
function effectOf(transaction: Transaction, world: SweptWorld): typeof nothing {
  const { kind, total, completions, expiresAt } = transaction
  if (!hasEffect(transaction, world)) return nothing
  if (kind === 'purchase' || kind === 'completion') return { ...nothing, taken: total }
  if (kind === 'refund' || kind === 'standalone_refund') return { ...nothing, givenBack: total }
  const isOpen = completions === 0 && (expiresAt === undefined || expiresAt > world.now)
  return kind === 'preauthorisation' && isOpen ? { ...nothing, held: total } : nothing
}

function hasEffect(transaction: Transaction, { planned }: SweptWorld): boolean {
  const { method, moves } = transaction
  const status = transaction.status === 'unknown' ? planned(transaction) : transaction.status
  if (status === 'approved' || status === 'pending') return true
  // A debit that was lodged has taken the money, even if the bank returned it later.
  const wasLodged = method.rail === 'direct_debit' && moves.some(({ to }) => to === 'pending')
  return status === 'declined' && wasLodged
}

/** The same in every run, unlike a fingerprint, whose key is made at each start. */
function payerOf({ method }: Transaction): string {
  if (method.rail === 'card') return `card ${method.card.pan}`
  return `account ${method.account.bsb} ${method.account.accountNumber}`
}

/** The payers of whom a run took, held or gave back another sum than the clean runs. */
function comparedWith(run: Sums, clean: readonly Sums[]) {
  const payers = new Map(
    [run, ...clean].flatMap((sums) =>
      sums.payers.map(({ payer, currency }) => [`${payer} ${currency}`, { payer, currency }]),
    ),
  )
  return [...payers.values()].map(({ payer, currency }) => ({
    now: run.of(payer, currency),
    before: clean.map((sums) => sums.of(payer, currency)),
  }))
}

const charged = ({ taken, held }: PayerSums) => taken + held
const refunded = ({ givenBack }: PayerSums) => givenBack

/** How the sums of a run differ from those of the clean runs, which may differ a little themselves. */
export function moneyChange(run: Sums, clean: readonly Sums[]): MoneyChange {
  const payers = comparedWith(run, clean)
  const most = (amount: (sums: PayerSums) => number) =>
    payers.some(({ now, before }) => amount(now) > Math.max(0, ...before.map(amount)))
  const less = (amount: (sums: PayerSums) => number) =>
    payers.some(({ now, before }) => amount(now) < Math.min(...before.map(amount)))
  return {
    isChargedMore: most(charged),
    isRefundedMore: most(refunded),
    isLess: less(charged) || less(refunded) || less(({ taken }) => taken),
    hasMoreCustomers: run.customers > Math.max(0, ...clean.map(({ customers }) => customers)),
    hasMoreTokens: run.tokens > Math.max(0, ...clean.map(({ tokens }) => tokens)),
  }
}

/** `card 411111…1111: AUD 39.90 taken or held, AUD 19.95 in the clean run`, for each payer that has more. */
export function moneyTexts(run: Sums, clean: readonly Sums[]): readonly string[] {
  return comparedWith(run, clean).flatMap(({ now, before }) => [
    ...moreText(now, before, charged, 'taken or held'),
    ...moreText(now, before, refunded, 'given back'),
  ])
}

function moreText(
  now: PayerSums,
  before: readonly PayerSums[],
  amount: (sums: PayerSums) => number,
  what: string,
): readonly string[] {
  const most = Math.max(0, ...before.map(amount))
  if (amount(now) <= most) return []
  const { payer, currency } = now
  return [
    `${payer}: ${moneyText(amount(now), currency)} ${what}, ${moneyText(most, currency)} in the clean run`,
  ]
}

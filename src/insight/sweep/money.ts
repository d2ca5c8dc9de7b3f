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
  /** Every payment and hold that was ever approved, also if it was undone later. */
  readonly everCharged: number
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
    return this.#payers.get(`${payer} ${currency}`) ?? { payer, currency, ...nothing }
  }

  #add(transaction: Transaction, world: SweptWorld): void {
    const { currency } = transaction
    const payer = payerOf(transaction)
    const sums = this.of(payer, currency)
    const { taken, held, givenBack, everCharged } = effectOf(transaction, world)
    this.#payers.set(`${payer} ${currency}`, {
      payer,
      currency,
      taken: sums.taken + taken,
      held: sums.held + held,
      givenBack: sums.givenBack + givenBack,
      everCharged: sums.everCharged + everCharged,
    })
  }
}

const nothing = { taken: 0, held: 0, givenBack: 0, everCharged: 0 }

/** What one transaction did with its payer's money. */
function effectOf(transaction: Transaction, world: SweptWorld): typeof nothing {
  const { kind, total, status, completions, expiresAt } = transaction
  const charges = { ...nothing, everCharged: total }
  if (status === 'voided') return isCharge(kind) ? charges : nothing
  if (!hasEffect(transaction, world)) return nothing
  if (kind === 'purchase' || kind === 'completion') return { ...charges, taken: total }
  if (kind === 'refund' || kind === 'standalone_refund') return { ...nothing, givenBack: total }
  if (kind !== 'preauthorisation') return nothing
  const isOpen = completions === 0 && (expiresAt === undefined || expiresAt > world.now)
  return isOpen ? { ...charges, held: total } : charges
}

function isCharge(kind: Transaction['kind']): boolean {
  return kind === 'purchase' || kind === 'completion' || kind === 'preauthorisation'
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
function comparedWith(run: Sums, clean: readonly Sums[]): readonly PayerChange[] {
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

type Amount = (sums: PayerSums) => number

const charged: Amount = ({ taken, held }) => taken + held
const refunded: Amount = ({ givenBack }) => givenBack
const everCharged: Amount = (sums) => sums.everCharged
const balance: Amount = (sums) => charged(sums) - refunded(sums)

/** The sums of one payer in a run, and in the clean runs. */
interface PayerChange {
  readonly now: PayerSums
  readonly before: readonly PayerSums[]
}

/** How much more than in any clean run. */
function excess({ now, before }: PayerChange, amount: Amount): number {
  return amount(now) - Math.max(0, ...before.map(amount))
}

/** How much less than in any clean run. */
function shortfall({ now, before }: PayerChange, amount: Amount): number {
  return Math.min(...before.map(amount)) - amount(now)
}

/** A payment that was undone in the clean runs and not here is no second charge. */
function isChargedMore(payer: PayerChange): boolean {
  return excess(payer, charged) > 0 && excess(payer, everCharged) > 0
}

/** The clean runs undo a payment, and this run neither does so nor gives the money back. */
function isNotUndone(payer: PayerChange): boolean {
  return excess(payer, charged) > 0 && !isChargedMore(payer) && excess(payer, balance) > 0
}

/** A refund in place of a void leaves the payer with the same money. */
function isRefundedMore(payer: PayerChange): boolean {
  return excess(payer, refunded) > 0 && shortfall(payer, balance) > 0
}

/** Leaves out payments that moved to a card that the clean runs do not use: the sum is the same. */
function withoutMoved(payers: readonly PayerChange[]): readonly PayerChange[] {
  const moved = new Set<PayerChange>()
  for (const to of payers) {
    const sum = excess(to, charged)
    if (sum <= 0 || to.before.some((sums) => everCharged(sums) > 0)) continue
    const from = payers.find(
      (one) =>
        one.now.currency === to.now.currency && !moved.has(one) && shortfall(one, charged) === sum,
    )
    if (from !== undefined) moved.add(from).add(to)
  }
  return payers.filter((one) => !moved.has(one))
}

/** How the sums of a run differ from those of the clean runs, which may differ a little themselves. */
export function moneyChange(run: Sums, clean: readonly Sums[]): MoneyChange {
  const payers = withoutMoved(comparedWith(run, clean))
  const isLess = (amount: Amount) => payers.some((payer) => shortfall(payer, amount) > 0)
  return {
    isChargedMore: payers.some(isChargedMore),
    isRefundedMore: payers.some(isRefundedMore),
    isNotUndone: payers.some(isNotUndone),
    isLess: isLess(charged) || isLess(refunded) || isLess(({ taken }) => taken),
    hasMoreCustomers: run.customers > Math.max(0, ...clean.map(({ customers }) => customers)),
    hasMoreTokens: run.tokens > Math.max(0, ...clean.map(({ tokens }) => tokens)),
  }
}

/** `card 411111…1111: AUD 39.90 taken or held, AUD 19.95 in the clean run`, for each payer with another sum. */
export function moneyTexts(run: Sums, clean: readonly Sums[]): readonly string[] {
  return withoutMoved(comparedWith(run, clean)).flatMap((payer) => [
    ...changeText(payer, charged, 'taken or held'),
    ...changeText(payer, refunded, 'given back'),
  ])
}

function changeText(payer: PayerChange, amount: Amount, what: string): readonly string[] {
  const [more, less] = [excess(payer, amount), shortfall(payer, amount)]
  const change = more > 0 ? more : -less
  if (more <= 0 && less <= 0) return []
  const { payer: name, currency } = payer.now
  const [sum, clean] = [amount(payer.now), amount(payer.now) - change].map((one) =>
    moneyText(one, currency),
  )
  return [`${name}: ${sum} ${what}, ${clean} in the clean run`]
}

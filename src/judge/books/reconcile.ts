import { inBatches } from '../../base/in-batches.ts'
import type { Instant } from '../../domain/time/instant.ts'
import { isLive } from '../../domain/transaction/kinds-and-statuses.ts'
import type { Reconciliation } from './books-document.ts'
import { booksFindings } from './books-findings.ts'
import {
  differencesOf,
  hasUnbookedRefunds,
  movesMoney,
  notInBooks,
  type UnnamedFinding,
} from './differences.ts'
import { auditsOf, nameOfOrder, referencesOf } from './order.ts'
import { type BookedTransaction, OrderMoney } from './order-money.ts'
import type { Order } from './order-schema.ts'
import { BooksError } from './read-books.ts'

interface Gateway {
  /** Stored transactions in the order of their audits, without gaps. */
  readonly lines: readonly string[]
  readonly read: (line: string) => BookedTransaction
  readonly now: Instant
  /** Whether a merchant exists. */
  readonly isMerchant: (id: number) => boolean
  /** Other worlds that have payments, if this one has none. */
  readonly elsewhere?: readonly string[]
  /** Audits that were undecided when the shop last could ask: for these, pending is right too. */
  readonly undecided?: readonly number[]
  /** How many findings to leave out at the beginning: those of earlier pages. */
  readonly after?: number
}

/** So many take a few milliseconds; then other requests get a turn. */
const BATCH = 1000

/** The most findings in one answer. */
const MOST_DIFFERENCES = 1000

/** Compares the orders of a shop with the transactions that the gateway has stored. */
export async function reconcile(
  orders: readonly Order[],
  { lines, read, now, isMerchant, elsewhere = [], undecided: open = [], after = 0 }: Gateway,
): Promise<Reconciliation> {
  // Collected on the way: another pass over a hundred thousand would be a long turn.
  const merchants = new Set<number>()
  const currencies = new Set<string>()
  const transactions = await inBatches(
    lines,
    (line) => {
      const one = read(line)
      merchants.add(one.merchant)
      currencies.add(one.currency)
      return one
    },
    BATCH,
  )
  checkMerchants(orders, merchants, isMerchant)
  const { ofOrders, others } = await groupsOf(orders, transactions, now)
  const undecided = [...ofOrders].filter(([, group]) => group.isUndecided)
  const certain = [...ofOrders].filter(([, group]) => !group.isUndecided)
  const unbooked = {
    refundsTo: await unbookedRefunds(ofOrders, others),
    paymentsOf: await unbookedPayments(others),
  }
  const left = new Set(open)
  // Most shops have one currency and do not write it into their books.
  const [currency, second] = currencies
  const usual = second === undefined ? currency : undefined
  const compared = await inBatches(
    certain,
    ([order, group]) => {
      const found = differencesOf(order, group, unbooked, usual)
      const earlier = earlierMoney(group, left, now)
      if (found.length === 0 || earlier === undefined) return found
      return milder(found, differencesOf(order, earlier, unbooked, usual))
    },
    BATCH,
  )
  const end = after + MOST_DIFFERENCES
  const missing = await inBatches(
    [...others.values()],
    (group) => (movesMoney(group) ? [notInBooks(group)] : []),
    BATCH,
  )
  const findings = ranked([...compared.flat(), ...missing.flat()])
  const hint =
    elsewhere.length > 0
      ? ` This world has no payments; are these the books of ${elsewhere.slice(0, 10).join(', ')}?`
      : ''
  const named = findings.slice(after, end).map((finding) => {
    const { reference, merchant } = finding
    const order = merchants.size > 1 ? `${reference} (merchant ${merchant})` : reference
    return { ...finding, order, advice: finding.advice + hint }
  })
  return {
    orders: orders.length,
    agreeing: compared.filter((found) => found.every(({ severity }) => severity === 'note')).length,
    findings: named,
    dropped_findings: Math.max(0, findings.length - end),
    undecided: undecided.map(([order]) => nameOfOrder(order)),
  }
}

/** The money of an order while the bank had not decided some of it; undefined if it had. */
function earlierMoney(
  { transactions }: OrderMoney,
  left: ReadonlySet<number>,
  now: Instant,
): OrderMoney | undefined {
  const open = transactions.filter(({ audit }) => left.has(audit))
  if (open.length === 0) return undefined
  const voids = new Set(open.map(({ kind, target }) => (kind === 'void' ? target : 0)))
  const money = new OrderMoney()
  for (const one of transactions) {
    const isOpen = left.has(one.audit) && one.kind !== 'void'
    const wasVoided = one.status === 'voided' && voids.has(one.audit)
    const status = isOpen ? 'pending' : wasVoided ? 'approved' : one.status
    money.add({ ...one, status }, now)
  }
  return money
}

/** What is wrong either way: the shop could not know which of the two is so. */
function milder(
  one: readonly UnnamedFinding[],
  other: readonly UnnamedFinding[],
): readonly UnnamedFinding[] {
  const errors = (all: readonly UnnamedFinding[]) =>
    all.filter(({ severity }) => severity === 'error').length
  const isLess = errors(other) - errors(one) || other.length - one.length
  return isLess < 0 ? other : one
}

/** Refuses orders whose merchant is not clear. `used`: the merchants that have payments. */
function checkMerchants(
  orders: readonly Order[],
  used: ReadonlySet<number>,
  isMerchant: Gateway['isMerchant'],
): void {
  for (const order of orders) {
    const { merchant } = order
    if (merchant === undefined && used.size > 1 && !(order.audit ?? order.audits)) {
      const known = [...used].sort((one, other) => one - other).join(', ')
      throw new BooksError(
        `order '${nameOfOrder(order)}': merchant is missing, and there are payments of merchants ${known}`,
      )
    }
    if (merchant === undefined || isMerchant(merchant)) continue
    throw new BooksError(
      `order '${nameOfOrder(order)}': there is no merchant ${merchant}; use one that the config lists`,
    )
  }
}

/**
 * A payment and all that acts on it belong to one order: by the audit or reference of the payment,
 * else by those of a completion, because some shops give it another reference than its hold.
 */
async function groupsOf(
  orders: readonly Order[],
  transactions: readonly BookedTransaction[],
  now: Instant,
) {
  const ownerOf = ownersIn(orders)
  const [{ audit: first } = { audit: 0 }] = transactions
  const roots: BookedTransaction[] = []
  const owners = new Map<BookedTransaction, Order>()
  const findOwner = (one: BookedTransaction) => {
    // What acts on another transaction has a higher audit, so its target is already known.
    const root = roots[one.target - first] ?? one
    roots.push(root)
    const mayOwn = (one === root || one.kind === 'completion') && !owners.has(root)
    const owner = mayOwn ? ownerOf(one) : undefined
    if (owner !== undefined) owners.set(root, owner)
  }
  const ofOrders = new Map(orders.map((order) => [order, new OrderMoney()]))
  const others = new Map<string, OrderMoney>()
  const addToGroup = (one: BookedTransaction, i: number) => {
    const root = roots[i] as BookedTransaction
    const { merchant, reference, currency, audit } = root
    const owner = owners.get(root)
    const own = owner && ofOrders.get(owner)
    if (own && (owner?.currency ?? currency) === currency) {
      own.add(one, now)
      return
    }
    const key = `${merchant} ${currency} ${reference || audit}`
    const group = others.get(key) ?? new OrderMoney()
    others.set(key, group)
    group.add(one, now)
  }
  await inBatches(transactions, findOwner, BATCH)
  await inBatches(transactions, addToGroup, BATCH)
  return { ofOrders, others }
}

/** Finds the order of a transaction: by its audit, else the most specific one of its reference. */
function ownersIn(orders: readonly Order[]) {
  const byAudit = new Map<number, Order>()
  const byReference = new Map<string, Order[]>()
  // The order that gives most comes first: a merchant counts more than a currency.
  const specific = [...orders].sort((one, other) => specificity(other) - specificity(one))
  for (const order of specific) {
    for (const audit of auditsOf(order)) byAudit.set(audit, order)
    for (const reference of referencesOf(order)) {
      const others = byReference.get(reference)
      if (others) others.push(order)
      else byReference.set(reference, [order])
    }
  }
  return ({ audit, merchant, reference, currency }: BookedTransaction) =>
    byAudit.get(audit) ??
    byReference
      .get(reference)
      ?.find(
        (order) =>
          (order.merchant ?? merchant) === merchant && (order.currency ?? currency) === currency,
      )
}

function specificity({ merchant, currency }: Order): number {
  return (merchant === undefined ? 0 : 2) + (currency === undefined ? 0 : 1)
}

/** Refunds that the books do not have, by who got them. */
async function unbookedRefunds(
  ofOrders: ReadonlyMap<Order, OrderMoney>,
  others: ReadonlyMap<string, OrderMoney>,
): Promise<(payer: string) => readonly BookedTransaction[]> {
  const byPayer = new Map<string, BookedTransaction[]>()
  const add = ({ refunds }: OrderMoney) => {
    for (const one of refunds) {
      if (!isLive(one.status)) continue
      const known = byPayer.get(one.payer)
      if (known) known.push(one)
      else byPayer.set(one.payer, [one])
    }
  }
  await inBatches([...others.values()], add, BATCH)
  await inBatches(
    [...ofOrders],
    ([order, group]) => {
      if (hasUnbookedRefunds(order, group)) add(group)
    },
    BATCH,
  )
  return (payer) => byPayer.get(payer) ?? []
}

/** Payments that no order has, by their amount: the last one of each merchant and currency. */
async function unbookedPayments(
  others: ReadonlyMap<string, OrderMoney>,
): Promise<(cents: number) => readonly BookedTransaction[]> {
  const byAmount = new Map<number, BookedTransaction[]>()
  await inBatches(
    [...others.values()],
    ({ payments, paid, debiting, refunded }) => {
      for (const one of payments) {
        const isCharged = paid + debiting - refunded >= one.total
        if (!isCharged || !isLive(one.status) || one.kind === 'preauthorisation') continue
        const different = (byAmount.get(one.total) ?? []).filter(
          ({ merchant, currency }) => merchant !== one.merchant || currency !== one.currency,
        )
        byAmount.set(one.total, [...different, one])
      }
    },
    BATCH,
  )
  return (cents) => byAmount.get(cents) ?? []
}

const positions = new Map(booksFindings.map(({ code }, position) => [code, position]))

/**
 * Errors first, then in the order of the table; orders stay in the order of the books. By rank and
 * not by comparing: there may be a hundred thousand, and the ranks are few.
 */
function ranked(findings: readonly UnnamedFinding[]): readonly UnnamedFinding[] {
  const ranks: UnnamedFinding[][] = []
  for (const finding of findings) {
    const position = positions.get(finding.code) ?? 0
    const rank = finding.severity === 'error' ? position : position + booksFindings.length
    ranks[rank] = ranks[rank] ?? []
    ranks[rank].push(finding)
  }
  return ranks.flat()
}

import { inBatches } from '../../document/in-batches.ts'
import { moneyText } from '../../domain/money.ts'
import { redactText } from '../../domain/redaction/redacted.ts'
import type { Instant } from '../../domain/time/instant.ts'
import type { Transaction } from '../../domain/transaction/transaction.ts'
import type { BookSums, BooksFinding, Reconciliation } from './books-document.ts'
import { type BooksCode, type BooksKind, booksFindings } from './books-findings.ts'
import { auditsOf, nameOfOrder, type Order, referencesOf } from './order.ts'
import { BooksError } from './read-books.ts'

/** What a comparison needs of a stored transaction. */
export type BookedTransaction = Pick<
  Transaction,
  | 'audit'
  | 'merchant'
  | 'target'
  | 'kind'
  | 'status'
  | 'total'
  | 'currency'
  | 'expiresAt'
  | 'completions'
  | 'voiding'
> & { readonly reference: string }

interface Gateway {
  /** Stored transactions in the order of their audits, without gaps. */
  readonly lines: readonly string[]
  readonly read: (line: string) => BookedTransaction
  readonly now: Instant
  /** Whether a merchant exists. */
  readonly isMerchant: (id: number) => boolean
  /** Other worlds that have payments, if this one has none. */
  readonly elsewhere?: readonly string[]
}

/** So many take a few milliseconds; then other requests get a turn. */
const BATCH = 1000

/** The most findings in one answer. */
const MOST_FINDINGS = 1000

/** Compares the orders of a shop with the transactions that the gateway has stored. */
export async function reconcile(
  orders: readonly Order[],
  { lines, read, now, isMerchant, elsewhere = [] }: Gateway,
): Promise<Reconciliation> {
  const transactions = await inBatches(lines, read, BATCH)
  const merchants = checkMerchants(orders, transactions, isMerchant)
  const { ofOrders, others } = await groupsOf(orders, transactions, now)
  const undecided = [...ofOrders].filter(([, group]) => group.isUndecided)
  const decided = [...ofOrders].filter(([, group]) => !group.isUndecided)
  const compared = await inBatches(decided, ([order, group]) => compare(order, group), BATCH)
  const missing = [...others.values()].filter(
    ({ isUndecided, paid, refunded, held }) => !isUndecided && (paid > refunded || held > 0),
  )
  const findings = [...compared.flat(), ...missing.slice(0, MOST_FINDINGS).map(notInBooks)]
  findings.sort((one, other) => rankOf(one) - rankOf(other))
  const hint =
    elsewhere.length > 0
      ? ` This world has no payments; are these the books of ${elsewhere.slice(0, 10).join(', ')}?`
      : ''
  const named = findings.slice(0, MOST_FINDINGS).map((finding) => {
    const { reference, merchant } = finding
    const order = merchants.size > 1 ? `${reference} (merchant ${merchant})` : reference
    return { ...finding, order, advice: finding.advice + hint }
  })
  const found = compared.flat().length + missing.length
  return {
    orders: orders.length,
    agreeing: compared.filter((found) => found.length === 0).length,
    findings: named,
    dropped_findings: Math.max(0, found - MOST_FINDINGS),
    undecided: undecided.map(([order]) => nameOfOrder(order)),
  }
}

/** Refuses orders whose merchant is not clear; returns the merchants that have payments. */
function checkMerchants(
  orders: readonly Order[],
  transactions: readonly BookedTransaction[],
  isMerchant: Gateway['isMerchant'],
): ReadonlySet<number> {
  const used = new Set<number>()
  for (const { merchant } of transactions) used.add(merchant)
  for (const order of orders) {
    const { merchant } = order
    if (merchant === undefined && used.size > 1 && !(order.audit ?? order.audits)) {
      const known = [...used].sort((one, other) => one - other).join(', ')
      throw new BooksError(
        `The books, order '${nameOfOrder(order)}': merchant is missing, and there are payments of merchants ${known}`,
      )
    }
    if (merchant === undefined || isMerchant(merchant)) continue
    throw new BooksError(
      `The books, order '${nameOfOrder(order)}': there is no merchant ${merchant}; use one that the config lists`,
    )
  }
  return used
}

/** The transactions of one order, or of one reference that no order has. */
class Group implements BookSums {
  paid = 0
  refunded = 0
  held = 0
  pending = 0
  /** Cents of refunds that wait for the bank. */
  returning = 0
  isUndecided = false
  first: BookedTransaction | undefined
  readonly audits: number[] = []

  add(one: BookedTransaction, now: Instant): void {
    const { kind, status, total, expiresAt = now + 1 } = one
    this.first ??= one
    this.audits.push(one.audit)
    if (status === 'unknown' || one.voiding) this.isUndecided = true
    if (kind === 'void' || (status !== 'approved' && status !== 'pending')) return
    const isRefund = kind === 'refund' || kind === 'standalone_refund'
    if (status === 'pending') this[isRefund ? 'returning' : 'pending'] += total
    else if (isRefund) this.refunded += total
    else if (kind !== 'preauthorisation') this.paid += total
    else if (one.completions === 0 && now < expiresAt) this.held += total
  }
}

/**
 * A payment and all that acts on it belong to one order: by the audit or reference of the payment,
 * else by those of a completion, because some shops give it another reference than its hold. Money of
 * a second currency is never added to an order.
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
  const ofOrders = new Map(orders.map((order) => [order, new Group()]))
  const others = new Map<string, Group>()
  const addToGroup = (one: BookedTransaction, i: number) => {
    const root = roots[i] as BookedTransaction
    const { merchant, reference, currency, audit } = root
    const owner = owners.get(root)
    const own = owner && ofOrders.get(owner)
    if (own && (owner?.currency ?? own.first?.currency ?? currency) === currency) {
      own.add(one, now)
      return
    }
    const key = `${merchant} ${currency} ${reference || audit}`
    const group = others.get(key) ?? new Group()
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

type UnnamedFinding = Omit<BooksFinding, 'order'>

/** One way in which two sums can differ. */
interface Difference {
  readonly code: BooksCode
  /** Cents by which they differ this way; 0 or less if they do not. */
  readonly by: (books: BookSums, gateway: BookSums) => number
  readonly message: (by: string, books: MoneyTexts, gateway: MoneyTexts) => string
  /** If it waits for the bank, the books are only too early. */
  readonly waits?: 'pending' | 'returning'
}

type MoneyTexts = Readonly<Record<'paid' | 'refunded' | 'held', string>>

const differences: readonly Difference[] = [
  {
    code: 'paid-not-booked',
    by: (books, gateway) => gateway.paid - books.paid,
    message: (by, books, gateway) =>
      `The gateway took ${gateway.paid}, but the books have ${books.paid}: the customer paid ${by} that the shop does not know of.`,
  },
  {
    code: 'booked-not-paid',
    by: (books, gateway) => books.paid - gateway.paid,
    waits: 'pending',
    message: (_, books, gateway) =>
      `The books have ${books.paid} as paid, but the gateway took ${gateway.paid}: goods may go out unpaid.`,
  },
  {
    code: 'refund-not-booked',
    by: (books, gateway) => gateway.refunded - books.refunded,
    message: (_, books, gateway) =>
      `The gateway gave back ${gateway.refunded}, but the books have ${books.refunded} as refunded.`,
  },
  {
    code: 'booked-not-refunded',
    by: (books, gateway) => books.refunded - gateway.refunded,
    waits: 'returning',
    message: (_, books, gateway) =>
      `The books have ${books.refunded} as refunded, but the gateway gave back ${gateway.refunded}: the customer is still waiting for the money.`,
  },
  {
    code: 'hold-not-booked',
    by: (books, gateway) => gateway.held - books.held,
    message: (_, books, gateway) =>
      `${gateway.held} is held on the customer's card, but the books have ${books.held} as held.`,
  },
]

function compare(order: Order, group: Group): readonly UnnamedFinding[] {
  const { paid, refunded, held, pending, state } = order
  const currency = group.first?.currency ?? order.currency ?? ''
  const money = (cents: number) => moneyText(cents, currency)
  const texts = (sums: BookSums): MoneyTexts => ({
    paid: money(sums.paid),
    refunded: money(sums.refunded),
    held: money(sums.held),
  })
  return differences.flatMap(({ code, by, message, waits }) => {
    const cents = by(order, group)
    if (cents <= 0) return []
    const isEarly = waits !== undefined && cents <= group[waits]
    return booksFinding(isEarly ? 'booked-too-early' : code, group, {
      reference: nameOfOrder(order),
      merchant: order.merchant ?? group.first?.merchant ?? null,
      currency,
      books: { paid, refunded, held, pending, ...(state && { state: redactText(state) }) },
      message: isEarly
        ? `${money(cents)} that the books have as ${waits === 'pending' ? 'paid' : 'refunded'} is still pending.`
        : message(money(cents), texts(order), texts(group)),
    })
  })
}

function notInBooks(group: Group): UnnamedFinding {
  const kept = group.paid - group.refunded
  const { reference, merchant, currency, audit } = group.first as BookedTransaction
  const what = kept > 0 ? 'took' : 'holds'
  const money = moneyText(kept > 0 ? kept : group.held, currency)
  const under = reference === '' ? 'without a reference' : `under reference ${reference}`
  return booksFinding('not-in-books', group, {
    reference: reference || `audit ${audit}`,
    merchant,
    currency,
    books: null,
    message: `The gateway ${what} ${money} ${under}, and no order in the books has it.`,
  })
}

function booksFinding(
  code: BooksCode,
  { paid, refunded, held, pending, audits }: Group,
  rest: Omit<UnnamedFinding, 'code' | 'severity' | 'gateway' | 'audits' | 'advice'>,
): UnnamedFinding {
  const { severity, advice } = booksFindings.find((kind) => kind.code === code) as BooksKind
  const gateway = { paid, refunded, held, pending }
  return { code, severity, ...rest, gateway, audits, advice }
}

/** In the order of the table; orders stay in the order of the books. */
function rankOf({ code }: UnnamedFinding): number {
  return booksFindings.findIndex((kind) => kind.code === code)
}

import { moneyText } from '../../domain/money.ts'
import { redactText } from '../../domain/redaction/redacted.ts'
import type { Instant } from '../../domain/time/instant.ts'
import type { TransactionKind, TransactionStatus } from '../../domain/transaction/transaction.ts'
import { namesOf, type Order } from './order.ts'

/** What a comparison needs of a stored transaction. */
export interface BookedTransaction {
  readonly audit: number
  readonly merchant: number
  /** The audit it acts on; 0 for none. */
  readonly target: number
  readonly kind: TransactionKind
  readonly status: TransactionStatus
  readonly reference: string
  readonly total: number
  readonly currency: string
  readonly rail: 'card' | 'direct_debit'
  readonly expiresAt?: Instant | undefined
  readonly completions: number
  readonly voiding: boolean
}

/** Cents of one order, by what happened to them. */
export interface Sums {
  readonly paid: number
  readonly refunded: number
  readonly held: number
  readonly pending: number
}

export const booksCodes = {
  'paid-not-booked': 'error',
  'booked-not-paid': 'error',
  'booked-too-early': 'warning',
  'refund-not-booked': 'error',
  'booked-not-refunded': 'error',
  'hold-not-booked': 'warning',
  'not-in-books': 'error',
} as const

export type BooksCode = keyof typeof booksCodes

/** A difference between the books and the gateway. */
export interface BooksFinding {
  readonly code: BooksCode
  readonly severity: 'error' | 'warning'
  readonly reference: string
  readonly merchant: number | null
  readonly currency: string
  /** Undefined for money that no order has. */
  readonly books: (Sums & { readonly state?: string | undefined }) | null
  readonly gateway: Sums
  readonly audits: readonly number[]
  readonly message: string
  readonly advice: string
}

export interface Reconciliation {
  readonly orders: number
  readonly agreeing: number
  readonly findings: readonly BooksFinding[]
  /** References of orders whose payments the gateway has not decided yet. */
  readonly undecided: readonly string[]
}

/** A payment with everything that acts on it, and on that. */
interface Family {
  readonly root: BookedTransaction
  readonly members: BookedTransaction[]
}

/** Compares the orders of a shop with the transactions that the gateway has stored. */
export function reconcile(
  orders: readonly Order[],
  transactions: Iterable<BookedTransaction>,
  now: Instant,
): Reconciliation {
  const families = familiesOf(transactions)
  const claimed = claimFamilies(orders, families)
  const findings: BooksFinding[] = []
  const undecided: string[] = []
  let agreeing = 0
  for (const order of orders) {
    const own = claimed.get(order) ?? []
    const found = own.some(isUndecided) ? undefined : compare(order, own, now)
    if (found === undefined) undecided.push(redactText(nameOf(order)))
    else if (found.length === 0) agreeing += 1
    else findings.push(...found)
  }
  const known = new Set([...claimed.values()].flat())
  const others = families.filter((family) => !known.has(family))
  return {
    orders: orders.length,
    agreeing,
    findings: [...findings, ...notInBooks(others, now)].sort(worstFirst),
    undecided,
  }
}

/** Payments in the order of their audits. */
function familiesOf(transactions: Iterable<BookedTransaction>): readonly Family[] {
  const families = new Map<number, Family>()
  const roots: Family[] = []
  // What acts on another transaction has a higher audit, so its target is already known.
  for (const one of transactions) {
    const family = families.get(one.target) ?? { root: one, members: [] }
    if (family.members.length === 0) roots.push(family)
    family.members.push(one)
    families.set(one.audit, family)
  }
  return roots
}

/**
 * Each family belongs to one order: by the audit or reference of its payment, else by those of what
 * acts on it, because some shops give a completion another reference than its hold.
 */
function claimFamilies(
  orders: readonly Order[],
  families: readonly Family[],
): ReadonlyMap<Order, readonly Family[]> {
  const byName = new Map<string, Order>()
  for (const order of orders) {
    const { references, audits } = namesOf(order)
    for (const audit of audits) byName.set(`#${audit}`, order)
    for (const reference of references) {
      byName.set(`${order.merchant ?? ''} ${redactText(reference)}`, order)
    }
  }
  const claimed = new Map<Order, Family[]>()
  for (const family of families) {
    const order = family.members
      .map(
        ({ audit, merchant, reference }) =>
          byName.get(`#${audit}`) ??
          byName.get(`${merchant} ${reference}`) ??
          byName.get(` ${reference}`),
      )
      .find((found) => found !== undefined)
    if (order === undefined) continue
    const own = claimed.get(order) ?? []
    own.push(family)
    claimed.set(order, own)
  }
  return claimed
}

function isUndecided({ members }: Family): boolean {
  return members.some(({ status, voiding }) => status === 'unknown' || voiding)
}

/** What the gateway took, gave back, holds and waits for. */
function sumsOf(families: readonly Family[], now: Instant): Sums {
  const sums = { paid: 0, refunded: 0, held: 0, pending: 0 }
  for (const one of families.flatMap(({ members }) => members)) {
    const isRefund = one.kind === 'refund' || one.kind === 'standalone_refund'
    const isPayment = one.kind === 'purchase' || one.kind === 'completion'
    if (one.status === 'approved' && isPayment) sums.paid += one.total
    else if (one.status === 'approved' && isRefund) sums.refunded += one.total
    else if (one.status === 'pending' && isPayment) sums.pending += one.total
    else if (isOpenHold(one, now)) sums.held += one.total
  }
  return sums
}

function isOpenHold(one: BookedTransaction, now: Instant): boolean {
  if (one.kind !== 'preauthorisation' || one.status !== 'approved') return false
  return one.completions === 0 && (one.expiresAt === undefined || now < one.expiresAt)
}

/** Cents of refunds to bank accounts that have not cleared. */
function creditsUnderWay(families: readonly Family[]): number {
  return families
    .flatMap(({ members }) => members)
    .filter(({ kind, status }) => kind.endsWith('refund') && status === 'pending')
    .reduce((sum, { total }) => sum + total, 0)
}

function compare(order: Order, families: readonly Family[], now: Instant): readonly BooksFinding[] {
  const { paid, refunded, held, pending, state } = order
  const gateway = sumsOf(families, now)
  const root = families[0]?.root
  const currency = root?.currency ?? order.currency ?? ''
  const money = (cents: number) => moneyText(cents, currency)
  const base = {
    reference: redactText(nameOf(order)),
    merchant: order.merchant ?? root?.merchant ?? null,
    currency,
    books: { paid, refunded, held, pending, state: state && redactText(state) },
    gateway,
    audits: auditsOf(families),
  }
  const found = (code: BooksCode, message: string, advice: string): BooksFinding[] => [
    { ...base, code, severity: booksCodes[code], message, advice },
  ]
  const other = families.find((one) => (order.currency ?? currency) !== one.root.currency)
  if (other !== undefined) {
    return found(
      'booked-not-paid',
      `The books have ${order.currency ?? currency}, the gateway has ${other.root.currency}.`,
      'Book each order in the currency of its payment.',
    )
  }
  const differences: BooksFinding[][] = []
  if (gateway.paid > paid) {
    differences.push(
      found(
        'paid-not-booked',
        `The gateway took ${money(gateway.paid)}, but the books have ${money(paid)}: the customer paid ${money(gateway.paid - paid)} that the shop does not know of.`,
        `Book the payment (audit ${base.audits.join(', ')}), or void or refund it.`,
      ),
    )
  }
  if (paid > gateway.paid) {
    const isWaiting = paid - gateway.paid <= gateway.pending
    differences.push(
      isWaiting
        ? found(
            'booked-too-early',
            `The books have ${money(paid)} as paid, but ${money(paid - gateway.paid)} of it is still pending.`,
            'Book a direct debit as paid when a lookup shows that it was approved.',
          )
        : found(
            'booked-not-paid',
            `The books have ${money(paid)} as paid, but the gateway took ${money(gateway.paid)}: goods may go out unpaid.`,
            'Look the payment up by its audit before you deliver, and again after a return or an expiry.',
          ),
    )
  }
  if (gateway.refunded > refunded) {
    differences.push(
      found(
        'refund-not-booked',
        `The gateway gave back ${money(gateway.refunded)}, but the books have ${money(refunded)} as refunded.`,
        'Book a refund as soon as its answer, or a search for its correlation id, shows that it was approved.',
      ),
    )
  }
  if (refunded > gateway.refunded) {
    const isWaiting = refunded - gateway.refunded <= creditsUnderWay(families)
    differences.push(
      isWaiting
        ? found(
            'booked-too-early',
            `The books have ${money(refunded)} as refunded, but ${money(refunded - gateway.refunded)} of it is still pending.`,
            'Book a refund to a bank account when a lookup shows that it was approved.',
          )
        : found(
            'booked-not-refunded',
            `The books have ${money(refunded)} as refunded, but the gateway gave back ${money(gateway.refunded)}: the customer is still waiting for the money.`,
            'Send the refund, or search for its correlation id if its answer was lost.',
          ),
    )
  }
  if (gateway.held > held) {
    differences.push(
      found(
        'hold-not-booked',
        `${money(gateway.held)} is held on the customer's card, but the books have ${money(held)} as held.`,
        'Complete the hold or void it.',
      ),
    )
  }
  return differences.flat()
}

/** Money of payments that no order has, one finding for each reference. */
function notInBooks(families: readonly Family[], now: Instant): readonly BooksFinding[] {
  return [...groups(families).values()].flatMap((own) => {
    const gateway = sumsOf(own, now)
    const kept = gateway.paid - gateway.refunded
    if (own.some(isUndecided) || (kept <= 0 && gateway.held === 0)) return []
    const { reference, merchant, currency } = (own[0] as Family).root
    const what =
      kept > 0 ? `took ${moneyText(kept, currency)}` : `holds ${moneyText(gateway.held, currency)}`
    return [
      {
        code: 'not-in-books' as const,
        severity: booksCodes['not-in-books'],
        reference,
        merchant,
        currency,
        books: null,
        gateway,
        audits: auditsOf(own),
        message: `The gateway ${what} under reference ${reference}, which no order in the books has.`,
        advice: 'Write the order down before you send its payment, so that a crash cannot lose it.',
      },
    ]
  })
}

function groups(families: readonly Family[]): ReadonlyMap<string, Family[]> {
  const found = new Map<string, Family[]>()
  for (const family of families) {
    const { merchant, reference, currency } = family.root
    const key = `${merchant} ${currency} ${reference}`
    found.set(key, [...(found.get(key) ?? []), family])
  }
  return found
}

function auditsOf(families: readonly Family[]): readonly number[] {
  return families.flatMap(({ members }) => members.map(({ audit }) => audit))
}

function nameOf(order: Order): string {
  const { references, audits } = namesOf(order)
  return references[0] ?? `audit ${audits[0]}`
}

const ranks = Object.keys(booksCodes)

/** Errors before warnings, then by code; orders stay in the order of the books. */
function worstFirst(one: BooksFinding, other: BooksFinding): number {
  if (one.severity !== other.severity) return one.severity === 'error' ? -1 : 1
  return ranks.indexOf(one.code) - ranks.indexOf(other.code)
}

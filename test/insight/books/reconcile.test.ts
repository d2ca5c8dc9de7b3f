import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Order } from '../../../src/insight/books/order.ts'
import { type BookedTransaction, reconcile } from '../../../src/insight/books/reconcile.ts'

const NOW = 1_000_000

let lastAudit = 1_000_000

function transaction(changes: Partial<BookedTransaction>): BookedTransaction {
  lastAudit += 1
  return {
    audit: lastAudit,
    merchant: 1,
    target: 0,
    kind: 'purchase',
    status: 'approved',
    reference: 'A-1001',
    total: 4995,
    currency: 'AUD',
    completions: 0,
    voiding: false,
    ...changes,
  }
}

function order(changes: Partial<Order>): Order {
  return { reference: 'A-1001', paid: 0, refunded: 0, held: 0, pending: 0, ...changes }
}

function codesOf(orders: readonly Order[], transactions: readonly BookedTransaction[]) {
  return reconcile(orders, transactions, NOW).findings.map(({ code }) => code)
}

const hold = { kind: 'preauthorisation', expiresAt: NOW + 1 } as const

test.each<[string, Partial<Order>, Partial<BookedTransaction>[], string[]]>([
  ['paid and booked', { paid: 4995 }, [{}], []],
  ['cancelled by a timer, but paid', { state: 'cancelled' }, [{}], ['paid-not-booked']],
  ['booked, but declined', { paid: 4995 }, [{ status: 'declined' }], ['booked-not-paid']],
  ['booked, but voided', { paid: 4995 }, [{ status: 'voided' }], ['booked-not-paid']],
  [
    'a debit booked before it cleared',
    { paid: 4995 },
    [{ status: 'pending' }],
    ['booked-too-early'],
  ],
  ['a debit that waits', { pending: 4995 }, [{ status: 'pending' }], []],
  ['a hold that the books have', { held: 4995 }, [hold], []],
  ['a hold that they do not have', {}, [hold], ['hold-not-booked']],
  ['a hold that expired', {}, [{ ...hold, expiresAt: NOW }], []],
  [
    'goods sent for a hold that expired',
    { paid: 4995 },
    [{ ...hold, expiresAt: NOW }],
    ['booked-not-paid'],
  ],
  ['nothing on either side', {}, [], []],
  ['nothing but an order that failed', {}, [{ status: 'declined' }], []],
])('%s', (_, booked, made, codes) => {
  expect(codesOf([order(booked)], made.map(transaction))).toEqual(codes)
})

test('a refund belongs to the order of its payment, whatever its own reference', () => {
  const purchase = transaction({})
  const refund = transaction({
    kind: 'refund',
    target: purchase.audit,
    reference: 'R-1',
    total: 995,
  })
  expect(codesOf([order({ paid: 4995, refunded: 995 })], [purchase, refund])).toEqual([])
  expect(codesOf([order({ paid: 4995 })], [purchase, refund])).toEqual(['refund-not-booked'])
  expect(codesOf([order({ paid: 4995, refunded: 995 })], [purchase])).toEqual([
    'booked-not-refunded',
  ])
})

test('an order may be known by the reference of its completion or by its audits', () => {
  const held = transaction({ ...hold, reference: 'A-1001-hold', completions: 1 })
  const completion = transaction({ kind: 'completion', target: held.audit })
  expect(codesOf([order({ paid: 4995 })], [held, completion])).toEqual([])
  const byAudit: Order = { audit: held.audit, paid: 4995, refunded: 0, held: 0, pending: 0 }
  expect(codesOf([byAudit], [held, completion])).toEqual([])
})

test('money under a reference that no order has is found once for each reference', () => {
  const { findings } = reconcile([], [transaction({}), transaction({ total: 5 })], NOW)
  expect(findings).toMatchObject([
    { code: 'not-in-books', reference: 'A-1001', gateway: { paid: 5000 }, books: null },
  ])
})

test('a payment that was given back in full needs no order', () => {
  const purchase = transaction({})
  const refund = transaction({ kind: 'refund', target: purchase.audit })
  expect(codesOf([], [purchase, refund])).toEqual([])
})

test('an undecided payment is named, not judged', () => {
  const { undecided, findings } = reconcile([order({})], [transaction({ status: 'unknown' })], NOW)
  expect({ undecided, findings }).toEqual({ undecided: ['A-1001'], findings: [] })
})

test('merchants with equal references stay apart', () => {
  const made = [transaction({}), transaction({ merchant: 2, total: 100 })]
  const orders = [order({ merchant: 1, paid: 4995 }), order({ merchant: 2, paid: 100 })]
  expect(codesOf(orders, made)).toEqual([])
})

/** What one order went through. */
const life = fc.record({
  kind: fc.constantFrom('purchase', 'preauthorisation'),
  status: fc.constantFrom('approved', 'declined', 'pending', 'error', 'voided'),
  total: fc.integer({ min: 1, max: 1e6 }),
  isCompleted: fc.boolean(),
  refunded: fc.integer({ min: 0, max: 1e6 }),
})

/** The transactions of lives, and books that say the truth about them. */
function truthOf(lives: readonly (typeof life extends fc.Arbitrary<infer L> ? L : never)[]) {
  const made: BookedTransaction[] = []
  const orders = lives.map(({ kind, status, total, isCompleted, refunded }, i): Order => {
    const reference = `order ${i}`
    const isHold = kind === 'preauthorisation'
    const isDone = status === 'approved'
    const completes = isHold && isDone && isCompleted
    const root = transaction({
      kind: kind as 'purchase',
      status: isHold && status === 'pending' ? 'declined' : (status as 'approved'),
      total,
      reference,
      completions: completes ? 1 : 0,
      ...(isHold && { expiresAt: NOW + 1 }),
    })
    made.push(root)
    const paying = completes
      ? transaction({ kind: 'completion', target: root.audit, reference, total })
      : root
    if (completes) made.push(paying)
    const paid = isDone && (!isHold || completes) ? total : 0
    const back = paid > 0 ? Math.min(refunded, total) : 0
    if (back > 0)
      made.push(transaction({ kind: 'refund', target: paying.audit, total: back, reference }))
    return {
      reference,
      paid,
      refunded: back,
      held: isHold && isDone && !completes ? total : 0,
      pending: root.status === 'pending' ? total : 0,
    }
  })
  return { made, orders }
}

test('books that say the truth always agree', () => {
  fc.assert(
    fc.property(fc.array(life, { maxLength: 20 }), (lives) => {
      const { made, orders } = truthOf(lives)
      const result = reconcile(orders, made, NOW)
      expect(result).toEqual({
        orders: lives.length,
        agreeing: lives.length,
        findings: [],
        undecided: [],
      })
    }),
  )
})

test('each single change of true books is found, with its code', () => {
  const change = fc.constantFrom('paid+', 'paid-', 'refunded+', 'refunded-', 'held-', 'left out')
  fc.assert(
    fc.property(
      fc.array(life, { minLength: 1, maxLength: 10 }),
      change,
      fc.nat(),
      (lives, what, at) => {
        const { made, orders } = truthOf(lives)
        const i = at % orders.length
        const { paid, refunded, held, pending } = orders[i] as Order
        const changed = (part: Partial<Order>) =>
          orders.map((one, j) => (j === i ? { ...one, ...part } : one))
        const expected: Record<typeof what, [readonly Order[], readonly string[]]> = {
          'paid+': [
            changed({ paid: paid + 1 }),
            [pending > 0 ? 'booked-too-early' : 'booked-not-paid'],
          ],
          'paid-': paid > 0 ? [changed({ paid: paid - 1 }), ['paid-not-booked']] : [orders, []],
          'refunded+': [changed({ refunded: refunded + 1 }), ['booked-not-refunded']],
          'refunded-':
            refunded > 0
              ? [changed({ refunded: refunded - 1 }), ['refund-not-booked']]
              : [orders, []],
          'held-': held > 0 ? [changed({ held: held - 1 }), ['hold-not-booked']] : [orders, []],
          'left out': [
            orders.filter((_, j) => j !== i),
            paid > refunded || held > 0 ? ['not-in-books'] : [],
          ],
        }
        const [books, codes] = expected[what]
        expect(codesOf(books, made)).toEqual(codes)
      },
    ),
  )
})

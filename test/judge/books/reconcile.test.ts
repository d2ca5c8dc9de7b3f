import fc from 'fast-check'
import { expect, test } from 'vitest'
import { booksSummary } from '../../../src/judge/books/books-blocks.ts'
import type { BookedTransaction } from '../../../src/judge/books/order-money.ts'
import type { Order } from '../../../src/judge/books/order-schema.ts'
import { reconcile } from '../../../src/judge/books/reconcile.ts'

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
    expiresAt: undefined,
    payer: 'visa',
    correlationId: 'corr-1',
    isUnseen: false,
    isVoidable: true,
    isVoidableOnceApproved: false,
    ...changes,
  }
}

function order(changes: Partial<Order>): Order {
  return { reference: 'A-1001', paid: 0, refunded: 0, held: 0, pending: 0, ...changes }
}

function comparison(
  orders: readonly Order[],
  transactions: readonly BookedTransaction[],
  undecided: readonly number[] = [],
) {
  const lines = transactions.map((one) => JSON.stringify(one))
  const read = (line: string) => JSON.parse(line) as BookedTransaction
  return reconcile(orders, { lines, read, now: NOW, isMerchant: (id) => id < 9, undecided })
}

async function codesOf(orders: readonly Order[], transactions: readonly BookedTransaction[]) {
  return (await comparison(orders, transactions)).findings.map(({ code }) => code)
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
  ['an expired hold', { held: 4995 }, [{ ...hold, expiresAt: NOW }], ['booked-not-held']],
  ['a voided hold', { held: 4995 }, [{ ...hold, status: 'voided' }], ['booked-not-held']],
  ['a hold that was never sent', { held: 4995 }, [], ['booked-not-held']],
  ['a hold that expired', {}, [{ ...hold, expiresAt: NOW }], []],
  [
    'goods sent for a hold that expired',
    { paid: 4995 },
    [{ ...hold, expiresAt: NOW }],
    ['booked-not-paid'],
  ],
  ['nothing on either side', {}, [], []],
  ['a debit that nobody booked', {}, [{ status: 'pending' }], ['pending-not-booked']],
  [
    'two debits for one',
    { pending: 4995 },
    [{ status: 'pending' }, { status: 'pending' }],
    ['pending-not-booked'],
  ],
  [
    'two debits for one that was booked too early',
    { paid: 4995 },
    [{ status: 'pending' }, { status: 'pending' }],
    ['pending-not-booked', 'booked-too-early'],
  ],
  [
    'a debit that was returned',
    { pending: 4995 },
    [{ status: 'declined' }],
    ['booked-not-pending'],
  ],
  ['a debit that was never sent', { pending: 4995 }, [], ['booked-not-pending']],
  ['a debit that cleared unnoticed', { pending: 4995 }, [{}], ['paid-not-booked']],
  [
    'a void that the books have as a refund',
    { paid: 4995, refunded: 4995 },
    [{ status: 'voided' }],
    ['void-booked-as-refund'],
  ],
  [
    'a void of one payment of two',
    { paid: 9990, refunded: 4995 },
    [{ status: 'voided' }, {}],
    ['void-booked-as-refund'],
  ],
  [
    'a void that the books have as a refund of more',
    { paid: 4995, refunded: 5000 },
    [{ status: 'voided' }],
    ['booked-not-paid', 'booked-not-refunded'],
  ],
  [
    'paid and refunded only in the books',
    { paid: 4995, refunded: 4995 },
    [{ status: 'declined' }],
    ['booked-not-paid'],
  ],
  ['nothing but an order that failed', {}, [{ status: 'declined' }], []],
])('%s', async (_, booked, made, codes) => {
  expect(await codesOf([order(booked)], made.map(transaction))).toEqual(codes)
})

test('a refund belongs to the order of its payment, whatever its own reference', async () => {
  const purchase = transaction({})
  const refund = transaction({
    kind: 'refund',
    target: purchase.audit,
    reference: 'R-1',
    total: 995,
  })
  expect(await codesOf([order({ paid: 4995, refunded: 995 })], [purchase, refund])).toEqual([])
  expect(await codesOf([order({ paid: 4995 })], [purchase, refund])).toEqual(['refund-not-booked'])
  expect(await codesOf([order({ paid: 4995, refunded: 995 })], [purchase])).toEqual([
    'booked-not-refunded',
  ])
})

test('an order may be known by the reference of its completion or by its audits', async () => {
  const held = transaction({ ...hold, reference: 'A-1001-hold', completions: 1 })
  const completion = transaction({ kind: 'completion', target: held.audit })
  expect(await codesOf([order({ paid: 4995 })], [held, completion])).toEqual([])
  const byAudit: Order = { audit: held.audit, paid: 4995, refunded: 0, held: 0, pending: 0 }
  expect(await codesOf([byAudit], [held, completion])).toEqual([])
})

test.each([
  ['the one whose outcome the client did not see', { isUnseen: true }, 0],
  ['the newest', {}, 1],
])('of two equal payments, of which one is booked, %s is named', async (_, changes, named) => {
  const made = [transaction(changes), transaction({})]
  const { findings } = await comparison([order({ paid: 4995 })], made)
  expect(findings).toMatchObject([{ code: 'paid-not-booked', about: made[named]?.audit }])
})

test('a refund under the reference of another order does not move its payment there', async () => {
  const own = transaction({ total: 2000 })
  const other = transaction({ reference: 'B-1', total: 3000 })
  const refund = transaction({ kind: 'refund', target: other.audit, total: 1000 })
  expect(await codesOf([order({ paid: 2000 })], [own, other, refund])).toEqual(['not-in-books'])
})

test('an order without a currency has every currency that moved, and may have a row for each', async () => {
  const made = [transaction({ total: 1000 }), transaction({ total: 1000, currency: 'USD' })]
  const { findings } = await comparison([order({ paid: 1000 })], made)
  expect(findings).toMatchObject([
    { code: 'paid-not-booked', about: made[1]?.audit, currency: '', gateway: { paid: 2000 } },
  ])
  const rows = [order({ paid: 1000, currency: 'AUD' }), order({ paid: 1000, currency: 'USD' })]
  expect(await codesOf(rows, made)).toEqual([])
})

test.each([
  [4995, []],
  [0, ['paid-not-booked']],
])(
  'a payment of AUD after a declined one of USD belongs to its order, booked as %i',
  async (paid, codes) => {
    const made = [transaction({ currency: 'USD', status: 'declined' }), transaction({})]
    const { findings } = await comparison([order({ paid })], made)
    expect(findings.map(({ code }) => code)).toEqual(codes)
    expect(findings.every(({ currency }) => currency === 'AUD')).toBe(true)
  },
)

test('money under a reference that no order has is found once for each reference', async () => {
  const { findings } = await comparison([], [transaction({}), transaction({ total: 5 })])
  expect(findings).toMatchObject([
    { code: 'not-in-books', reference: 'A-1001', gateway: { paid: 5000 }, books: null },
  ])
})

test('an undecided payment is named, not judged', async () => {
  const { undecided, findings } = await comparison(
    [order({})],
    [transaction({ status: 'unknown' })],
  )
  expect({ undecided, findings }).toEqual({ undecided: ['A-1001'], findings: [] })
})

test('an order needs its merchant if there are payments of several', async () => {
  const made = [transaction({}), transaction({ merchant: 2 })]
  await expect(comparison([order({})], made)).rejects.toThrow(
    "order 'A-1001': merchant is missing, and there are payments of merchants 1, 2",
  )
})

test('a merchant that does not exist is refused', async () => {
  await expect(comparison([order({ merchant: 9 })], [])).rejects.toThrow(
    "order 'A-1001': there is no merchant 9; use one that the config lists",
  )
})

test.each<[string, Partial<Order>, string]>([
  ['waits for it', { pending: 1 }, 'warning'],
  ['is open', {}, 'warning'],
  ['has another word', { state: 'awaiting payment' }, 'warning'],
  ['is cancelled', { state: 'Cancelled' }, 'error'],
  ['is paid', { paid: 4995 }, 'error'],
])('a pending debit of an order that %s', async (_, booked, severity) => {
  const made = booked.paid ? [transaction({}), transaction({ status: 'pending' })] : []
  const { findings } = await comparison(
    [order(booked)],
    made.length > 0 ? made : [transaction({ status: 'pending' })],
  )
  expect(findings).toMatchObject([{ code: 'pending-not-booked', severity }])
})

test.each<[string, Partial<Order>, string[]]>([
  ['one that is booked', { pending: 2000 }, ['pending-not-booked warning']],
  [
    'one that was booked too early',
    { refunded: 2000 },
    ['pending-not-booked warning', 'booked-too-early warning'],
  ],
  ['both', { pending: 4000 }, []],
])('two pending refunds, and %s', async (_, booked, expected) => {
  const paid = transaction({})
  const part = { kind: 'refund', target: paid.audit, total: 2000, status: 'pending' } as const
  const made = [paid, transaction(part), transaction(part)]
  const { findings } = await comparison([order({ paid: 4995, ...booked })], made)
  expect(findings.map(({ code, severity }) => `${code} ${severity}`)).toEqual(expected)
})

test('pending refunds of more than was paid are an error', async () => {
  const paid = transaction({})
  const back = { kind: 'standalone_refund', status: 'pending' } as const
  const { findings } = await comparison(
    [order({ paid: 4995, pending: 4995 })],
    [paid, transaction(back), transaction(back)],
  )
  expect(findings).toMatchObject([{ code: 'pending-not-booked', severity: 'error' }])
})

test('a refund under a reference that no order has is found', async () => {
  const paid = transaction({})
  const refund = transaction({
    kind: 'standalone_refund',
    reference: 'X-9',
    total: 900_000,
    payer: 'another card',
  })
  const { findings, agreeing } = await comparison([order({ paid: 4995 })], [paid, refund])
  expect(agreeing).toBe(1)
  expect(findings).toMatchObject([
    {
      code: 'not-in-books',
      severity: 'error',
      about: refund.audit,
      message:
        'The gateway refunded AUD 9,000.00 under reference X-9, and no order in the books has it.',
    },
  ])
})

test.each([
  ['a debit', 'purchase', 'The gateway has AUD 49.95 pending under reference A-1001'],
  ['a refund', 'standalone_refund', 'The gateway has AUD 49.95 pending under reference A-1001'],
] as const)('%s that is pending without an order is found', async (_, kind, message) => {
  const { findings } = await comparison([], [transaction({ kind, status: 'pending' })])
  expect(findings).toMatchObject([{ code: 'not-in-books' }])
  expect(findings[0]?.message).toContain(message)
})

test.each([
  ['the same card got a refund that no order has', 'visa', false, /^Send nothing yet: .* X-9/],
  ['another card got one', 'mastercard', true, /^If you sent this refund, first ask /],
] as const)('a refund that is only booked, while %s', async (_, payer, isAwaited, advice) => {
  const paid = transaction({})
  const back = { kind: 'standalone_refund', reference: 'X-9', payer } as const
  const made = [paid, transaction(back), transaction(back)]
  const { findings } = await comparison([order({ paid: 4995, refunded: 4995 })], made)
  expect(findings.map(({ code }) => code)).toEqual(['booked-not-refunded', 'not-in-books'])
  expect(findings[0]?.message.includes('still waiting for the money')).toBe(isAwaited)
  expect(findings[0]?.advice).toMatch(advice)
})

test.each([
  [
    'a payment was voided and refunded as well',
    'voided',
    ['booked-not-paid'],
    'got AUD 49.95 more',
  ],
  ['a declined payment was refunded', 'declined', ['booked-not-paid'], 'got AUD 49.95 more'],
  ['a payment was refunded', 'approved', [], undefined],
] as const)('%s, and the books have it as paid and refunded', async (_, status, codes, message) => {
  const paid = transaction({ status })
  const refund = transaction({ kind: 'standalone_refund' })
  const { findings } = await comparison([order({ paid: 4995, refunded: 4995 })], [paid, refund])
  expect(findings.map(({ code }) => code)).toEqual(codes)
  if (message === undefined) return
  expect(findings[0]).toMatchObject({
    message: expect.stringContaining(message),
    about: refund.audit,
  })
  expect(findings[0]?.advice).toContain(`/v1/transactions/${refund.audit}`)
})

test.each<[string, Partial<BookedTransaction>, Partial<Order>, RegExp]>([
  ['this amount', {}, {}, /^Send nothing .*: AUD 49\.95 was charged under reference X-9 /],
  ['another amount', { total: 4994 }, {}, /^The gateway has no payment for this order/],
  ['another merchant', { merchant: 2 }, { merchant: 1 }, /^The gateway has no payment for this/],
  ['another currency', { currency: 'NZD' }, { currency: 'AUD' }, /^The gateway has no payment for/],
  ['a pending debit', { status: 'pending' }, {}, /: AUD 49\.95 is pending under reference X-9 /],
  ['a hold', { kind: 'preauthorisation' }, {}, /^The gateway has no payment for this order/],
  ['a declined payment', { status: 'declined' }, {}, /^The gateway has no payment for this order/],
])(
  'an order that is only booked, while the gateway has %s without an order',
  async (_, made, booked, advice) => {
    const other = transaction({ reference: 'X-9', ...made })
    const { findings } = await comparison([order({ paid: 4995, ...booked })], [other])
    const unpaid = findings.find(({ code }) => code === 'booked-not-paid')
    expect(unpaid?.advice).toMatch(advice)
  },
)

test('a refund that is only booked, while it was made for another order of the card', async () => {
  const [one, two] = [transaction({}), transaction({ reference: 'B-1' })]
  const refund = transaction({ kind: 'refund', target: two.audit, reference: 'B-1' })
  const orders = [order({ paid: 4995, refunded: 4995 }), order({ reference: 'B-1', paid: 4995 })]
  const { findings } = await comparison(orders, [one, two, refund])
  expect(findings.map(({ code }) => code)).toEqual(['refund-not-booked', 'booked-not-refunded'])
  expect(findings[1]?.advice).toMatch(/^Send nothing yet/)
})

test('a refund that the bank has not made yet is booked too early', async () => {
  const debit = transaction({})
  const refund = transaction({ kind: 'refund', target: debit.audit, status: 'pending' })
  expect(await codesOf([order({ paid: 4995, refunded: 4995 })], [debit, refund])).toEqual([
    'booked-too-early',
  ])
})

test('card numbers in books are masked', async () => {
  const state = 'paid with 4111111111111111'
  const { findings } = await comparison([order({ paid: 1, state })], [])
  expect(JSON.stringify(findings)).not.toContain('4111111111111111')
})

test('a finding has both columns, the audits and the advice', async () => {
  const made = transaction({})
  const { findings } = await comparison([order({ state: 'cancelled' })], [made])
  expect(findings).toEqual([
    {
      code: 'paid-not-booked',
      severity: 'error',
      reference: 'A-1001',
      order: 'A-1001',
      merchant: 1,
      currency: 'AUD',
      books: { paid: 0, refunded: 0, held: 0, pending: 0, state: 'cancelled' },
      gateway: { paid: 4995, refunded: 0, held: 0, pending: 0 },
      audits: [made.audit],
      about: made.audit,
      message:
        'The gateway charged AUD 49.95, but the books have AUD 0.00: the customer paid AUD 49.95 that the shop does not know of.',
      cause: 'voidable',
      advice: `Ask GET /v1/transactions?merchant_id=1&correlation_id_lookup=corr-1, and book the payment if it is approved; if the order is cancelled or was paid already, void it with POST /v1/transactions/${made.audit}/void before the cut-off. Let no timer and no later response overwrite an approval.`,
    },
  ])
})

test('an order without payment and without currency is shown in the only currency of the gateway', async () => {
  const missing = order({ reference: 'ZZ', paid: 500 })
  const orders = [order({ paid: 4995 }), missing]
  const one = await comparison(orders, [transaction({})])
  expect(one.findings.map(({ currency, message }) => [currency, message])).toEqual([
    ['AUD', expect.stringContaining('The books have AUD 5.00 as paid')],
  ])
  const two = await comparison(orders, [
    transaction({}),
    transaction({ reference: 'B', currency: 'USD' }),
  ])
  expect(two.findings.map(({ order: name, currency }) => [name, currency])).toContainEqual([
    'ZZ',
    '',
  ])
})

test.each([
  [undefined, 'Books: 2 orders, 1 agrees, 1 difference.'],
  [{}, 'Books: 2 orders, 1 agrees, 1 difference.'],
  [{ label: 'a late decline' }, 'Books, test "a late decline": 2 orders, 1 agrees, 1 difference.'],
  [{ number: 2 }, 'Books, world default, reset 1: 2 orders, 1 agrees, 1 difference.'],
])('the line of a comparison in test %j', async (part, line) => {
  const result = await comparison([order({}), order({ reference: 'A-2' })], [transaction({})])
  expect(
    booksSummary({
      ...result,
      test: part && { world: 'default', number: 1, label: null, ...part },
    }),
  ).toBe(line)
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

test('books that say the truth always agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(life, { maxLength: 20 }), async (lives) => {
      const { made, orders } = truthOf(lives)
      const result = await comparison(orders, made)
      expect(result).toEqual({
        orders: lives.length,
        agreeing: lives.length,
        findings: [],
        dropped_findings: 0,
        undecided: [],
      })
    }),
  )
})

test('each single change of true books is found, with its code', async () => {
  const change = fc.constantFrom(
    ...([
      'paid+',
      'paid-',
      'refunded+',
      'refunded-',
      'held-',
      'held+',
      'pending+',
      'pending-',
      'left out',
    ] as const),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(life, { minLength: 1, maxLength: 10 }),
      change,
      fc.nat(),
      async (lives, what, at) => {
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
          'held+': [changed({ held: held + 1 }), ['booked-not-held']],
          'pending+': [changed({ pending: pending + 1 }), ['booked-not-pending']],
          'pending-':
            pending > 0
              ? [changed({ pending: pending - 1 }), ['pending-not-booked']]
              : [orders, []],
          'left out': [
            orders.filter((_, j) => j !== i),
            paid > refunded || held > 0 || pending > 0 ? ['not-in-books'] : [],
          ],
        }
        const [books, codes] = expected[what]
        expect(await codesOf(books, made)).toEqual(codes)
      },
    ),
  )
})

test.each<[string, Partial<Order>, Partial<BookedTransaction>[], string[]]>([
  ['has it as pending, and it was approved', { pending: 4995 }, [{}], []],
  ['has it as pending, and it was declined', { pending: 4995 }, [{ status: 'declined' }], []],
  ['has it as paid, and it was approved', { paid: 4995 }, [{}], []],
  ['has nothing, and it was declined', {}, [{ status: 'declined' }], []],
  ['has nothing, and it was approved', {}, [{}], ['pending-not-booked']],
  ['cancelled the order, and it was approved', { state: 'cancelled' }, [{}], ['paid-not-booked']],
  [
    'has it as paid, and it was declined',
    { paid: 4995 },
    [{ status: 'declined' }],
    ['booked-too-early'],
  ],
  [
    'has a refund as pending, and it was approved',
    { paid: 4995, pending: 4995 },
    [{ kind: 'purchase' }, { kind: 'refund', target: 1 }],
    [],
  ],
  ['waits for one of two', { pending: 4995 }, [{}, {}], ['pending-not-booked']],
])('a payment that was undecided when the client ended: a shop that %s', async (...given) => {
  const [, books, changes, codes] = given
  const all = changes.map(transaction)
  const [first] = all
  const linked = all.map((one) => (one.target === 0 ? one : { ...one, target: first?.audit ?? 0 }))
  // Of a payment and its refund, only the refund was undecided.
  const open = linked.filter(({ kind }) => kind !== 'purchase' || !linked.some(isRefund))
  const undecided = open.map(({ audit }) => audit)
  const { findings } = await comparison([order(books)], linked, undecided)
  expect(findings.map(({ code }) => code)).toEqual(codes)
  // Of decided payments, the books must be exact.
  const exact = await comparison([order(books)], linked)
  expect(exact.findings.length).toBeGreaterThanOrEqual(findings.length)
})

function isRefund({ kind }: BookedTransaction): boolean {
  return kind === 'refund'
}

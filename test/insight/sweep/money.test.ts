import { expect, test } from 'vitest'
import type { Transaction } from '../../../src/domain/transaction/transaction.ts'
import { moneyChange, moneyTexts, Sums, type SweptWorld } from '../../../src/insight/sweep/money.ts'

const card = { rail: 'card', card: { pan: '411111xxxxxx1111' } }
const account = { rail: 'direct_debit', account: { bsb: '032-056', accountNumber: 'xxxxx6789' } }

type Part = Partial<Omit<Transaction, 'method'>> & { readonly method?: object }

/** A transaction, as far as sums look at it. */
function made(part: Part): Transaction {
  const usual = { kind: 'purchase', status: 'approved', total: 1995, currency: 'AUD', method: card }
  return { ...usual, completions: 0, moves: [], due: [], ...part } as unknown as Transaction
}

function worldOf(...parts: readonly Part[]): SweptWorld {
  return {
    now: 1000,
    customers: 0,
    tokens: 0,
    transaction: (audit) => made(parts[audit] ?? {}),
    planned: ({ due }) => (due[0]?.event === 'resolve' ? due[0].outcome.status : 'unknown'),
  }
}

function sumsOf(...parts: readonly Part[]): Sums {
  const sums = new Sums()
  sums.count(worldOf(...parts), [...parts.keys()])
  return sums
}

const pending = [{ at: 1, to: 'pending', cause: 'created' }] as const
const approves = [{ at: 2000, event: 'resolve', outcome: { status: 'approved' } }] as never

test.each<[string, readonly Part[], readonly [taken: number, held: number, back: number]]>([
  ['a payment', [{}], [1995, 0, 0]],
  ['a declined payment', [{ status: 'declined' }], [0, 0, 0]],
  ['a failed payment', [{ status: 'error' }], [0, 0, 0]],
  ['a payment that was undone', [{ status: 'voided' }], [0, 0, 0]],
  ['an open hold', [{ kind: 'preauthorisation', expiresAt: 2000 }], [0, 1995, 0]],
  ['a lapsed hold', [{ kind: 'preauthorisation', expiresAt: 1000 }], [0, 0, 0]],
  [
    'a completed hold',
    [{ kind: 'preauthorisation', completions: 1 }, { kind: 'completion' }],
    [1995, 0, 0],
  ],
  ['a payment and its refund', [{}, { kind: 'refund', total: 500 }], [1995, 0, 500]],
  ['a refund of its own', [{ kind: 'standalone_refund' }], [0, 0, 1995]],
  ['a void', [{ kind: 'void' }], [0, 0, 0]],
  [
    'an undecided payment that will be approved',
    [{ status: 'unknown', due: approves }],
    [1995, 0, 0],
  ],
  ['an undecided payment', [{ status: 'unknown' }], [0, 0, 0]],
])('%s', (_name, parts, [taken, held, givenBack]) => {
  const sums = sumsOf(...parts).of('card 411111xxxxxx1111', 'AUD')
  expect([sums.taken, sums.held, sums.givenBack]).toEqual([taken, held, givenBack])
})

test('a debit takes the money when it is lodged, also if it comes back', () => {
  const payer = 'account 032-056 xxxxx6789'
  const taken = (part: Part) => sumsOf({ method: account, ...part }).of(payer, 'AUD').taken
  expect(taken({ status: 'pending', moves: pending })).toBe(1995)
  expect(taken({ status: 'declined', moves: pending })).toBe(1995)
  expect(taken({ status: 'voided', moves: pending })).toBe(0)
  expect(taken({ status: 'declined' })).toBe(0)
})

const other = { method: { rail: 'card', card: { pan: '555555xxxxxx4444' } } }

test.each<[string, Sums, Sums, readonly string[]]>([
  ['the same', sumsOf({}), sumsOf({}), []],
  ['twice', sumsOf({}, {}), sumsOf({}), ['isChargedMore']],
  ['half of it twice', sumsOf({ total: 1000 }, { total: 995 }), sumsOf({}), []],
  ['not at all', sumsOf(), sumsOf({}), ['isLess']],
  ['with another card', sumsOf(other), sumsOf({}), []],
  ['with another card as well', sumsOf({}, other), sumsOf({}), ['isChargedMore']],
  [
    'from another customer, who pays too',
    sumsOf(other, other),
    sumsOf({}, other),
    ['isChargedMore', 'isLess'],
  ],
  ['not undone', sumsOf({}), sumsOf({ status: 'voided' }), ['isNotUndone']],
  ['not undone, but refunded', sumsOf({}, { kind: 'refund' }), sumsOf({ status: 'voided' }), []],
  ['twice, one undone', sumsOf({}, { status: 'voided' }), sumsOf({}), []],
  ['twice, none undone', sumsOf({}, {}), sumsOf({ status: 'voided' }), ['isChargedMore']],
  ['another currency', sumsOf({ currency: 'NZD' }), sumsOf({}), ['isChargedMore', 'isLess']],
  ['held twice', sumsOf({ kind: 'preauthorisation' }, {}), sumsOf({}), ['isChargedMore']],
  ['held, not taken', sumsOf({ kind: 'preauthorisation' }), sumsOf({}), ['isLess']],
  [
    'refunded twice',
    sumsOf({}, { kind: 'refund' }, { kind: 'refund' }),
    sumsOf({}, { kind: 'refund' }),
    ['isRefundedMore'],
  ],
  ['never refunded', sumsOf({}), sumsOf({}, { kind: 'refund' }), ['isLess']],
])('%s', (_name, run, clean, changes) => {
  const found = Object.entries(moneyChange(run, [clean])).filter(([, isSo]) => isSo)
  expect(found.map(([name]) => name)).toEqual(changes)
})

test('what one of two clean runs takes is not too much', () => {
  const clean = [sumsOf({}), sumsOf({}, {})]
  expect(moneyChange(sumsOf({}, {}), clean).isChargedMore).toBe(false)
  expect(moneyChange(sumsOf({}), clean).isLess).toBe(false)
})

test('customers and tokens are counted', () => {
  const run = new Sums()
  for (const _chapter of [1, 2]) run.count({ ...worldOf(), customers: 2, tokens: 1 }, [])
  expect([run.customers, run.tokens]).toEqual([4, 2])
  const change = moneyChange(run, [new Sums()])
  expect([change.hasMoreCustomers, change.hasMoreTokens]).toEqual([true, true])
  const same = moneyChange(run, [run])
  expect([same.hasMoreCustomers, same.hasMoreTokens]).toEqual([false, false])
})

test('the text names the payer and both sums', () => {
  expect(moneyTexts(sumsOf({}, {}), [sumsOf({})])).toEqual([
    'card 411111xxxxxx1111: AUD 39.90 taken or held, AUD 19.95 in the clean run',
  ])
})

import { expect, test } from 'vitest'
import type { Transaction } from '../../../src/domain/transaction/transaction.ts'
import type { BaselineCall } from '../../../src/judge/sweep/cells/call-names.ts'
import { Sums } from '../../../src/judge/sweep/money/money.ts'
import type { TestState } from '../../../src/record/recorder.ts'

const card = { kind: 'card', card: { pan: '411111xxxxxx1111' } }
const account = { kind: 'direct_debit', account: { bsb: '032-056', accountNumber: 'xxxxx6789' } }

type Part = Partial<Omit<Transaction, 'method'>> & { readonly method?: object }

/** A transaction, as far as sums look at it. */
function made(part: Part): Transaction {
  const usual = {
    kind: 'purchase',
    status: 'approved',
    amount: 1995,
    currency: 'AUD',
    method: card,
  }
  return { ...usual, due: [], ...part } as unknown as Transaction
}

function worldOf(...parts: readonly Part[]): TestState {
  return {
    now: 1000,
    customers: 0,
    tokens: 0,
    transaction: (audit) => made(parts[audit] ?? {}),
    planned: ({ due }) => (due[0]?.event === 'resolve' ? due[0].outcome.status : 'unknown'),
  }
}

function effectsOf(...parts: readonly Part[]) {
  const sums = new Sums()
  const made = parts.map(
    (_part, audit) => [audit, { reference: String(audit) } as BaselineCall] as const,
  )
  sums.count(worldOf(...parts), new Map(made))
  return [...sums.effects.values()]
}

const movedTo = (to: 'declined' | 'voided') =>
  [{ at: 1, from: 'pending', to, cause: 'due' }] as const
const approves = [{ at: 2000, event: 'resolve', outcome: { status: 'approved' } }] as never

test.each<[string, readonly Part[], readonly [charged: number, held: number, refunded: number]]>([
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
  ['a payment and its refund', [{}, { kind: 'refund', amount: 500 }], [1995, 0, 500]],
  ['a standalone refund', [{ kind: 'standalone_refund' }], [0, 0, 1995]],
  ['a void', [{ kind: 'void' }], [0, 0, 0]],
  [
    'an undecided payment that will be approved',
    [{ status: 'unknown', due: approves }],
    [1995, 0, 0],
  ],
  ['an undecided payment', [{ status: 'unknown' }], [0, 0, 0]],
])('%s', (_name, parts, [charged, held, refunded]) => {
  const effects = effectsOf(...parts)
  const sums = (['charged', 'held', 'refunded'] as const).map((name) =>
    effects.reduce((sum, effect) => sum + effect[name], 0),
  )
  expect(sums).toEqual([charged, held, refunded])
  for (const effect of effects) {
    expect(effect).toMatchObject({ payer: 'card 411111xxxxxx1111', currency: 'AUD' })
  }
})

test.each<[string, Part, number]>([
  ['a payment that was undone', { status: 'voided' }, 1995],
  ['a hold that was undone', { kind: 'preauthorisation', status: 'voided' }, 1995],
  ['a completion that was undone', { kind: 'completion', status: 'voided' }, 1995],
  ['a refund that was undone', { kind: 'refund', status: 'voided' }, 0],
  ['a lapsed hold', { kind: 'preauthorisation', expiresAt: 1000 }, 1995],
  ['a refund', { kind: 'refund' }, 0],
  ['a declined payment', { status: 'declined' }, 0],
])('what %s has ever charged', (_name, part, everCharged) => {
  expect(effectsOf(part)[0]?.ever_charged).toBe(everCharged)
})

test('a hold and its completion are known as two parts of one payment', () => {
  const effects = effectsOf({ kind: 'preauthorisation' }, { kind: 'completion' }, {})
  expect(effects.map(({ part }) => part)).toEqual(['preauthorisation', 'completion', undefined])
})

test('a refund names the payment that it refunds, unless it stands alone', () => {
  const [, refund, alone] = effectsOf(
    {},
    { kind: 'refund', target: 0 },
    { kind: 'standalone_refund' },
  )
  expect([refund?.refund_of, alone?.refund_of]).toEqual(['0', undefined])
})

test('a transaction that its world does not have any more did nothing', () => {
  const sums = new Sums()
  const call = { reference: 'A-1' } as BaselineCall
  sums.count({ ...worldOf(), transaction: () => undefined }, new Map([[0, call]]))
  expect(sums.effects.size).toBe(0)
})

test('a debit charges the customer when it is lodged, even if it comes back', () => {
  const charged = (part: Part) => effectsOf({ method: account, ...part })[0]?.charged
  expect(effectsOf({ method: account })[0]?.payer).toBe('account 032-056 xxxxx6789')
  expect(charged({ status: 'pending' })).toBe(1995)
  expect(charged({ status: 'declined', moves: movedTo('declined') })).toBe(1995)
  expect(charged({ status: 'voided', moves: movedTo('voided') })).toBe(0)
  expect(charged({ status: 'declined' })).toBe(0)
})

test('customers and tokens of all tests are counted', () => {
  const run = new Sums()
  for (const _test of [1, 2]) run.count({ ...worldOf(), customers: 2, tokens: 1 }, new Map())
  expect([run.customers, run.tokens]).toEqual([4, 2])
})

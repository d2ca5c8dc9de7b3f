import { describe, expect, test } from 'vitest'
import { sydneyIso } from '../../../src/domain/time/sydney-time.ts'
import type { After } from '../../../src/domain/transaction/decision.ts'
import type { Transaction } from '../../../src/domain/transaction/transaction.ts'
import { methods, openedAt } from '../../support/transaction.ts'

const { direct_debit } = methods

function dueTimes({ due }: Transaction): readonly string[] {
  return due.map(({ at }) => sydneyIso(at, 'seconds'))
}

function returned(at: string): Transaction {
  const resolves = [{ after: { kind: 'return' }, status: 'declined', responseCode: '6' }] as const
  return openedAt(at, { method: direct_debit }, { resolves })
}

describe('a direct debit is returned two and cleared three banking days after its lodging, at nine', () => {
  test.each([
    [
      'a Tuesday',
      '2026-03-10T12:00:00+11:00',
      '2026-03-12T09:00:00+11:00',
      '2026-03-13T09:00:00+11:00',
    ],
    [
      'the cut-off itself',
      '2026-03-10T16:00:00+11:00',
      '2026-03-13T09:00:00+11:00',
      '2026-03-16T09:00:00+11:00',
    ],
    [
      'a Friday',
      '2026-03-13T10:00:00+11:00',
      '2026-03-17T09:00:00+11:00',
      '2026-03-18T09:00:00+11:00',
    ],
    [
      'a Friday after the cut-off',
      '2026-03-13T16:00:00+11:00',
      '2026-03-18T09:00:00+11:00',
      '2026-03-19T09:00:00+11:00',
    ],
    [
      'a Saturday',
      '2026-03-14T10:00:00+11:00',
      '2026-03-18T09:00:00+11:00',
      '2026-03-19T09:00:00+11:00',
    ],
    [
      'the Wednesday before Easter, when daylight saving ends',
      '2026-04-01T10:00:00+11:00',
      '2026-04-07T09:00:00+10:00',
      '2026-04-08T09:00:00+10:00',
    ],
    [
      'Good Friday',
      '2026-04-03T11:00:00+11:00',
      '2026-04-09T09:00:00+10:00',
      '2026-04-10T09:00:00+10:00',
    ],
    [
      'the Friday before daylight saving begins and before Labour Day',
      '2026-10-02T10:00:00+10:00',
      '2026-10-06T09:00:00+11:00',
      '2026-10-07T09:00:00+11:00',
    ],
    [
      'the hour that daylight saving repeats',
      '2027-04-04T02:30:00+11:00',
      '2027-04-07T09:00:00+10:00',
      '2027-04-08T09:00:00+10:00',
    ],
    [
      'Christmas Eve',
      '2026-12-24T10:00:00+11:00',
      '2026-12-30T09:00:00+11:00',
      '2026-12-31T09:00:00+11:00',
    ],
    [
      'Christmas Eve after the cut-off',
      '2026-12-24T16:00:00+11:00',
      '2026-12-31T09:00:00+11:00',
      '2027-01-04T09:00:00+11:00',
    ],
  ])('%s', (_title, at, returnedAt, clearedAt) => {
    expect(dueTimes(returned(at))).toEqual([returnedAt])
    expect(dueTimes(openedAt(at, { method: direct_debit }))).toEqual([clearedAt])
  })
})

describe('what is paid to a bank account is there at nine of the banking day after it is lodged', () => {
  test.each([
    ['a Tuesday', '2026-03-10T12:00:00+11:00', '2026-03-11T09:00:00+11:00'],
    ['a Saturday', '2026-03-14T12:00:00+11:00', '2026-03-17T09:00:00+11:00'],
    ['Christmas Eve', '2026-12-24T12:00:00+11:00', '2026-12-29T09:00:00+11:00'],
  ])('%s', (_title, at, paidAt) => {
    for (const kind of ['refund', 'standalone_refund'] as const) {
      const credit = openedAt(at, { kind, method: direct_debit })
      expect(credit.status).toBe('pending')
      expect(dueTimes(credit)).toEqual([paidAt])
    }
  })
})

describe('a card settles on the banking day that it makes by six', () => {
  test.each([
    ['a Friday', '2026-03-13T17:59:59.999+11:00', '2026-03-13', '2026-03-13T18:00:00+11:00'],
    [
      'a Friday at the cut-off',
      '2026-03-13T18:00:00+11:00',
      '2026-03-16',
      '2026-03-16T18:00:00+11:00',
    ],
    ['Good Friday', '2026-04-03T12:00:00+11:00', '2026-04-07', '2026-04-07T18:00:00+10:00'],
    [
      'the day on which daylight saving begins',
      '2026-10-04T12:00:00+11:00',
      '2026-10-05',
      '2026-10-05T18:00:00+11:00',
    ],
  ])('%s', (_title, at, settlementDate, cutoff) => {
    const purchase = openedAt(at)
    expect(purchase.settlementDate).toBe(settlementDate)
    expect(sydneyIso(purchase.cutoffAt, 'seconds')).toBe(cutoff)
    expect(purchase.due).toEqual([])
  })
})

test.each<[string, After, string]>([
  ['elapsed time', { kind: 'elapsed', ms: 30_000 }, '2026-04-02T16:30:30+11:00'],
  [
    'three days across the end of daylight saving are 72 hours',
    { kind: 'elapsed', ms: 3 * 86_400_000 },
    '2026-04-05T15:30:00+10:00',
  ],
  [
    'banking days keep the time of day',
    { kind: 'banking-days', days: 1 },
    '2026-04-07T16:30:00+10:00',
  ],
  ['days after the lodging', { kind: 'after-lodging', days: 5 }, '2026-04-14T09:00:00+10:00'],
])('a scenario’s move comes after %s', (_title, after, at) => {
  const resolves = [{ after, status: 'declined', responseCode: '6' }] as const
  const debit = openedAt('2026-04-02T16:30:00+11:00', { method: direct_debit }, { resolves })
  expect(dueTimes(debit)).toEqual([at])
})

test('later moves come in the order of their time, whatever order they are written in', () => {
  const debit = openedAt(
    '2026-03-10T12:00:00+11:00',
    { method: direct_debit },
    {
      resolves: [
        { after: { kind: 'after-lodging', days: 5 }, status: 'declined', responseCode: '6' },
        { after: { kind: 'clearance' }, status: 'approved' },
      ],
    },
  )
  expect(dueTimes(debit)).toEqual(['2026-03-13T09:00:00+11:00', '2026-03-17T09:00:00+11:00'])
})

test.each([
  ['a pending card', {}, { status: 'pending' }],
  ['a declined direct debit', { method: direct_debit }, { responseCode: '6' }],
  ['an undecided direct debit', { method: direct_debit }, { status: 'unknown' }],
] as const)('%s comes to nothing more by itself', (_what, draft, decision) => {
  expect(openedAt('2026-03-10T12:00:00+11:00', draft, decision).due).toEqual([])
})

test.each([
  ['card', undefined, '05'],
  ['card', '51', '51'],
  ['direct_debit', undefined, '6'],
  ['direct_debit', '4', '4'],
] as const)('a later decline by %s with code %s carries %s', (method, responseCode, carried) => {
  const resolve = { after: { kind: 'elapsed', ms: 1000 }, status: 'declined' } as const
  const resolves = [responseCode === undefined ? resolve : { ...resolve, responseCode }]
  const decision = { status: 'pending', resolves } as const
  const { due } = openedAt('2026-03-10T12:00:00+11:00', { method: methods[method] }, decision)
  expect(due).toMatchObject([{ outcome: { status: 'declined', responseCode: carried } }])
})

test('a direct debit whose scenario lists no moves is pending for ever', () => {
  const debit = openedAt('2026-03-10T12:00:00+11:00', { method: direct_debit }, { resolves: [] })
  expect(debit).toMatchObject({ status: 'pending', due: [] })
})

test.each([
  ['within one offset', '2026-03-10T12:00:00+11:00', '2026-03-17T12:00:00+11:00'],
  ['across the end of daylight saving', '2026-04-01T12:00:00+11:00', '2026-04-08T11:00:00+10:00'],
  ['across its beginning', '2026-10-01T12:00:00+10:00', '2026-10-08T13:00:00+11:00'],
])('a preauthorisation expires after seven times 24 hours, %s', (_title, at, expiresAt) => {
  const hold = openedAt(at, { kind: 'preauthorisation' })
  expect(sydneyIso(hold.expiresAt ?? 0, 'seconds')).toBe(expiresAt)
  expect(dueTimes(hold)).toEqual([expiresAt])
})

test('a declined preauthorisation holds nothing that could expire', () => {
  const decision = { responseCode: '05' }
  const hold = openedAt('2026-03-10T12:00:00+11:00', { kind: 'preauthorisation' }, decision)
  expect(hold.due).toEqual([])
})

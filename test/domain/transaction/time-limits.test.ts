import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../../src/domain/assumptions/assumptions.ts'
import { isExpired } from '../../../src/domain/card/expiry.ts'
import { isCompletable, isVoidable } from '../../../src/domain/transaction/acting-on-target.ts'
import { isForgotten } from '../../../src/world/records/indexes/transaction-index.ts'
import { methods, openedAt } from '../../support/transaction.ts'

test.each([
  ['a card purchase', {}, '2026-03-10T18:00:00+11:00'],
  ['a card refund', { kind: 'refund' }, '2026-03-10T18:00:00+11:00'],
  ['a completion', { kind: 'completion' }, '2026-03-10T18:00:00+11:00'],
  ['a pending direct debit', { method: methods.direct_debit }, '2026-03-10T16:00:00+11:00'],
  ['a preauthorisation', { kind: 'preauthorisation' }, '2026-03-17T12:00:00+11:00'],
] as const)(
  '%s can be voided until its limit, which itself is too late',
  (_title, draft, limit) => {
    const target = openedAt('2026-03-10T12:00:00+11:00', draft)
    expect(isVoidable(target, Date.parse(limit) - 1)).toBe(true)
    expect(isVoidable(target, Date.parse(limit))).toBe(false)
  },
)

test('a direct debit of a Saturday can be voided until it is lodged on Monday', () => {
  const debit = openedAt('2026-03-14T12:00:00+11:00', { method: methods.direct_debit })
  expect(isVoidable(debit, Date.parse('2026-03-16T15:59:59.999+11:00'))).toBe(true)
  expect(isVoidable(debit, Date.parse('2026-03-16T16:00:00+11:00'))).toBe(false)
})

test('a preauthorisation can be completed for seven days, and no longer at their very end', () => {
  const hold = openedAt('2026-03-10T12:00:00+11:00', { kind: 'preauthorisation' })
  const limit = Date.parse('2026-03-17T12:00:00+11:00')
  expect(isCompletable(hold, limit - 1, defaultAssumptions)).toBe(true)
  expect(isCompletable(hold, limit, defaultAssumptions)).toBe(false)
})

test('one that expires at once cannot be completed at all', () => {
  const verdict = { expires: 'at-once' } as const
  const hold = openedAt('2026-03-10T12:00:00+11:00', { kind: 'preauthorisation' }, verdict)
  expect(hold).toMatchObject({ status: 'approved', due: [] })
  expect(isCompletable(hold, hold.createdAt, defaultAssumptions)).toBe(false)
})

test('a correlation id is remembered for 24 hours, and no longer at their very end', () => {
  const day = 24 * 60 * 60 * 1000
  expect(isForgotten(1000, 1000 + day - 1, day)).toBe(false)
  expect(isForgotten(1000, 1000 + day, day)).toBe(true)
})

test.each([
  ['a month of winter', { year: 2026, month: 6 }, '2026-07-01T00:00:00+10:00'],
  ['a month of summer', { year: 2026, month: 12 }, '2027-01-01T00:00:00+11:00'],
  [
    'the month in which daylight saving ends',
    { year: 2026, month: 4 },
    '2026-05-01T00:00:00+10:00',
  ],
])('a card is valid to the end of its month in Sydney: %s', (_title, expiry, end) => {
  expect(isExpired(expiry, Date.parse(end) - 1)).toBe(false)
  expect(isExpired(expiry, Date.parse(end))).toBe(true)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultAssumptions } from '../../../src/domain/assumptions/assumptions.ts'
import {
  addBankingDays,
  addDays,
  bankDay,
  bankingCalendar,
  defaultHolidays,
  isBankingDay,
  plusBankingDays,
} from '../../../src/domain/time/banking-day.ts'
import { sydneyInstant } from '../../../src/domain/time/sydney-time.ts'

const calendar = bankingCalendar(defaultHolidays)

test.each([
  ['2026-03-10', true, 'a Tuesday'],
  ['2026-03-14', false, 'a Saturday'],
  ['2026-03-15', false, 'a Sunday'],
  ['2026-04-03', false, 'Good Friday'],
  ['2026-04-06', false, 'Easter Monday'],
  ['2026-04-27', false, 'the Monday for Anzac Day'],
  ['2026-10-05', true, 'Labour Day'],
  ['2026-08-03', true, 'the August bank holiday'],
])('%s: banking day %s (%s)', (date, expected) => {
  expect(isBankingDay(date, calendar)).toBe(expected)
})

test.each([
  ['2026-03-10', 0, '2026-03-10'],
  ['2026-03-10', 3, '2026-03-13'],
  ['2026-03-12', 2, '2026-03-16'],
  ['2026-03-14', 0, '2026-03-16'],
  ['2026-03-14', 2, '2026-03-18'],
  ['2026-04-01', 3, '2026-04-08'],
])('%s and %i banking days is %s', (date, n, expected) => {
  expect(addBankingDays(date, n, calendar)).toBe(expected)
})

describe('a time plus banking days', () => {
  test.each([
    ['2026-03-10T09:15:30.250+11:00', 2, '2026-03-12T09:15:30.250+11:00'],
    ['2026-03-14T10:00:00+11:00', 1, '2026-03-16T10:00:00+11:00'],
    ['2026-03-15T10:00:00+11:00', 2, '2026-03-17T10:00:00+11:00'],
    ['2026-04-02T17:00:00+11:00', 1, '2026-04-07T17:00:00+10:00'],
    ['2026-10-02T17:00:00+10:00', 1, '2026-10-05T17:00:00+11:00'],
    ['2026-04-05T02:30:00+10:00', 0, '2026-04-07T02:30:00+10:00'],
    ['2026-03-10T09:00:00+11:00', 0, '2026-03-10T09:00:00+11:00'],
  ])('%s and %i keep the wall time: %s', (at, n, expected) => {
    expect(plusBankingDays(Date.parse(at), n, calendar)).toBe(Date.parse(expected))
  })
})

describe('the settlement date', () => {
  test.each([
    ['2026-03-10T17:59:59.999+11:00', '2026-03-10', 'before the cut-off'],
    ['2026-03-10T18:00:00.000+11:00', '2026-03-11', 'at the cut-off'],
    ['2026-03-13T18:00:00.000+11:00', '2026-03-16', 'on a Friday night'],
    ['2026-03-14T09:00:00.000+11:00', '2026-03-16', 'on a Saturday'],
    ['2026-03-14T20:00:00.000+11:00', '2026-03-16', 'on a Saturday night'],
    ['2026-03-15T23:00:00.000+11:00', '2026-03-16', 'on a Sunday night'],
    ['2026-04-02T18:30:00.000+11:00', '2026-04-07', 'before Easter'],
    ['2026-10-05T17:59:00.000+11:00', '2026-10-05', 'after the clocks went forward'],
    ['2026-04-07T17:59:00.000+10:00', '2026-04-07', 'after the clocks went back'],
  ])('%s settles on %s: %s', (at, expected) => {
    const rules = { ...defaultAssumptions, card_cutoff: '18:00' }
    expect(bankDay(Date.parse(at), calendar, rules).settlement.card).toEqual({
      date: expected,
      until: sydneyInstant(expected, '18:00'),
    })
  })
})

test('until the next cut-off or midnight, every transaction settles on the same day', () => {
  const at = fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-01-01') })
  const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(at, share, (now, part) => {
      const day = bankDay(now, calendar, defaultAssumptions)
      const later = now + Math.floor(part * (day.until - now))
      const { month, settlement } = bankDay(later, calendar, defaultAssumptions)
      expect({ month, settlement }).toEqual({ month: day.month, settlement: day.settlement })
    }),
  )
})

test('a calendar covers the years of its holidays', () => {
  expect([...calendar.years]).toEqual([2024, 2025, 2026, 2027, 2028, 2029, 2030])
})

test.each([
  ['2024-02-28', 1, '2024-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-10-03', 2, '2026-10-05'],
])('%s and %i days is %s', (date, n, expected) => {
  expect(addDays(date, n)).toBe(expected)
})

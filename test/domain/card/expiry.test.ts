import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../../src/domain/assumptions/assumptions.ts'
import { expiryText, isExpired, parseExpiry } from '../../../src/domain/card.ts'
import { bankDay, bankingCalendar } from '../../../src/domain/time/banking-day.ts'

test.each([
  ['1228', 'auto', 2028, 12],
  ['2812', 'auto', 2028, 12],
  ['0113', 'auto', 2013, 1],
  ['9901', 'auto', 2099, 1],
  ['1112', 'auto', 2012, 11],
  ['1100', 'auto', 2000, 11],
  ['1112', 'YYMM', 2011, 12],
  ['0128', 'MMYY', 2028, 1],
  ['2801', 'YYMM', 2028, 1],
] as const)('%s read as %s is %i-%i', (text, format, year, month) => {
  expect(parseExpiry(text, format)).toEqual({ year, month })
})

test.each([
  ['1328', 'MMYY'],
  ['2812', 'MMYY'],
  ['1228', 'YYMM'],
  ['0028', 'auto'],
  ['2800', 'auto'],
  ['0012', 'auto'],
  ['1313', 'auto'],
  ['128', 'auto'],
  ['12/28', 'auto'],
  ['12288', 'auto'],
  ['xxxx', 'auto'],
  ['', 'auto'],
] as const)('"%s" read as %s is no month', (text, format) => {
  expect(parseExpiry(text, format)).toBeUndefined()
})

test.each([
  [2030, 12, '1230'],
  [2005, 3, '0305'],
  [2100, 1, '0100'],
])('%i-%i is written %s', (year, month, text) => {
  expect(expiryText({ year, month })).toBe(text)
})

test('every month of 2013 to 2099 reads the same in both orders', () => {
  for (let year = 2013; year <= 2099; year++) {
    for (let month = 1; month <= 12; month++) {
      const [yy, mm] = [String(year).slice(2), String(month).padStart(2, '0')]
      expect(parseExpiry(mm + yy, 'auto')).toEqual({ year, month })
      expect(parseExpiry(yy + mm, 'auto')).toEqual({ year, month })
    }
  }
})

const calendar = bankingCalendar([])

test.each([
  ['2026-03-01T00:00:00.000+11:00', false],
  ['2026-03-31T23:59:59.999+11:00', false],
  ['2026-04-01T00:00:00.000+11:00', true],
  ['2027-01-01T00:00:00.000+11:00', true],
  ['2025-12-31T00:00:00.000+11:00', false],
])('a card of 03/26 at %s: expired %s', (at, expected) => {
  expect(
    isExpired(
      { year: 2026, month: 3 },
      bankDay(Date.parse(at), calendar, defaultAssumptions).month,
    ),
  ).toBe(expected)
})

import { expect, test } from 'vitest'
import { addDays, defaultHolidays } from '../../../src/domain/time/banking-day.ts'
import { weekdayOf } from '../../../src/domain/time/sydney-time.ts'

const sunday = 0
const monday = 1
const saturday = 6

test.each([2024, 2025, 2026, 2027, 2028, 2029, 2030])('%i has the days of its rules', (year) => {
  const listed = defaultHolidays.filter((date) => date.startsWith(`${year}-`))
  expect(listed).toEqual(computed(year))
})

test('each day is listed once, in order', () => {
  expect(defaultHolidays).toEqual([...new Set(defaultHolidays)].sort())
})

test.each(['2026-04-27', '2027-04-26'])('Anzac Day has a substitute on %s', (date) => {
  expect(defaultHolidays).toContain(date)
})

test.each(['2026-10-05', '2026-08-03'])('%s is no bank holiday', (date) => {
  expect(defaultHolidays).not.toContain(date)
})

function computed(year: number): readonly string[] {
  const easter = easterSunday(year)
  return [
    ...withMonday(`${year}-01-01`),
    mondayInstead(`${year}-01-26`),
    addDays(easter, -2),
    addDays(easter, 1),
    `${year}-04-25`,
    ...(year === 2026 ? ['2026-04-27'] : []),
    ...(year === 2027 ? ['2027-04-26'] : []),
    secondMonday(`${year}-06-01`),
    ...christmas(year),
  ].sort()
}

function withMonday(date: string): readonly string[] {
  const observed = mondayInstead(date)
  return observed === date ? [date] : [date, observed]
}

function mondayInstead(date: string): string {
  if (weekday(date) === saturday) return addDays(date, 2)
  return weekday(date) === sunday ? addDays(date, 1) : date
}

// A substitute for either day must not fall on the other or on the other's substitute.
function christmas(year: number): readonly string[] {
  const [christmasDay, boxingDay] = [`${year}-12-25`, `${year}-12-26`]
  const extra: Record<number, readonly number[]> = { 5: [28], 6: [27, 28], 0: [27] }
  const substitutes = extra[weekday(christmasDay)] ?? []
  return [christmasDay, boxingDay, ...substitutes.map((day) => `${year}-12-${day}`)]
}

function secondMonday(first: string): string {
  const firstMonday = addDays(first, (monday - weekday(first) + 7) % 7)
  return addDays(firstMonday, 7)
}

// The anonymous Gregorian algorithm (Meeus, Jones, Butcher).
function easterSunday(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((8 * b + 13) / 25) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = Math.floor((a + 11 * d + 22 * e) / 451)
  const days = d + e - 7 * f + 114
  return addDays(`${year}-0${Math.floor(days / 31)}-01`, days % 31)
}

function weekday(date: string): number {
  return weekdayOf(Date.parse(date) / 86_400_000)
}

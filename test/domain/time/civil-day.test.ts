import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY } from '../../../src/domain/time/instant.ts'
import { civilDay, dayText, weekdayOf } from '../../../src/domain/time/sydney-time.ts'

test('days agree with Date, to the end of time', () => {
  const last = Date.parse('9999-12-31') / DAY
  fc.assert(
    fc.property(fc.integer({ min: -366, max: last }), (day) => {
      const date = new Date(day * DAY)
      expect(civilDay(day)).toEqual({
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
      })
      expect(dayText(day)).toBe(date.toISOString().slice(0, 10))
      expect(weekdayOf(day)).toBe(date.getUTCDay())
    }),
    { numRuns: 5000 },
  )
})

test('years and leap days begin and end with those of Date, until the calendar repeats', () => {
  const wrong: string[] = []
  for (let year = 1969; year <= 2401; year += 1) {
    const [newYear, march] = [Date.UTC(year, 0, 1) / DAY, Date.UTC(year, 2, 1) / DAY]
    for (const day of [newYear - 1, newYear, march - 2, march - 1, march]) {
      const text = new Date(day * DAY).toISOString().slice(0, 10)
      if (dayText(day) !== text) wrong.push(text)
    }
  }
  expect(wrong).toEqual([])
})

test.each([
  ['2000-02-29', 11_016],
  ['2100-03-01', 47_541],
  ['1970-01-01', 0],
  ['1969-12-31', -1],
])('%s is day %i', (text, day) => {
  expect(dayText(day)).toBe(text)
})

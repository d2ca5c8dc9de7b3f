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

test.each([
  ['2000-02-29', 11_016],
  ['2100-03-01', 47_541],
  ['1970-01-01', 0],
  ['1969-12-31', -1],
])('%s is day %i', (text, day) => {
  expect(dayText(day)).toBe(text)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE } from '../../../src/domain/time/instant.ts'
import {
  minutesOf,
  sydneyDate,
  sydneyInstant,
  sydneyIso,
  sydneyTimeOfDay,
} from '../../../src/domain/time/sydney-time.ts'

const utc = (text: string) => Date.parse(text)
const between = fc.integer({ min: utc('2024-01-01T00:00:00Z'), max: utc('2030-12-31T23:59:59Z') })

const reference = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Australia/Sydney',
  dateStyle: 'short',
  timeStyle: 'medium',
})

function minutesAt(at: number): number {
  return Math.floor(sydneyTimeOfDay(at) / 60_000)
}

test.each([
  ['2026-11-15T03:00:00.999Z', '2026-11-15T14:00:00+11:00'],
  ['2026-07-01T00:00:00.000Z', '2026-07-01T10:00:00+10:00'],
  ['2026-04-04T15:59:59.999Z', '2026-04-05T02:59:59+11:00'],
  ['2026-04-04T16:00:00.000Z', '2026-04-05T02:00:00+10:00'],
  ['2026-10-03T15:59:59.999Z', '2026-10-04T01:59:59+10:00'],
  ['2026-10-03T16:00:00.000Z', '2026-10-04T03:00:00+11:00'],
  ['2026-12-31T13:00:00.000Z', '2027-01-01T00:00:00+11:00'],
])('%s reads %s in Sydney', (at, local) => {
  expect(sydneyIso(utc(at), 'seconds')).toBe(local)
})

test('milliseconds are shown when asked for', () => {
  expect(sydneyIso(utc('2026-11-15T03:00:00.007Z'), 'milliseconds')).toBe(
    '2026-11-15T14:00:00.007+11:00',
  )
})

test.each([
  ['2026-03-09T12:59:59.999Z', '2026-03-09', 23 * 60 + 59],
  ['2026-03-09T13:00:00Z', '2026-03-10', 0],
  ['2026-03-10T07:00:59Z', '2026-03-10', 18 * 60],
  ['2026-10-03T16:00:00Z', '2026-10-04', 3 * 60],
  ['1999-03-01T02:00:00Z', '1999-03-01', 13 * 60],
  ['2000-02-29T02:00:00Z', '2000-02-29', 13 * 60],
])('%s is day %s, minute %i', (at, date, minutes) => {
  expect([sydneyDate(utc(at)), minutesAt(utc(at))]).toEqual([date, minutes])
})

test.each([
  ['2026-03-10', '09:00', '2026-03-09T22:00:00Z'],
  ['2026-07-01', '18:00', '2026-07-01T08:00:00Z'],
  ['2026-04-05', '01:59', '2026-04-04T14:59:00Z'],
  ['2026-04-05', '02:30', '2026-04-04T15:30:00Z'],
  ['2026-04-05', '03:00', '2026-04-04T17:00:00Z'],
  ['2026-10-04', '01:59', '2026-10-03T15:59:00Z'],
  ['2026-10-04', '02:30', '2026-10-03T16:30:00Z'],
  ['2026-10-04', '03:00', '2026-10-03T16:00:00Z'],
])('%s %s in Sydney is %s', (date, time, at) => {
  expect(sydneyInstant(date, time)).toBe(utc(at))
})

test('every instant agrees with Intl', () => {
  fc.assert(
    fc.property(between, (at) => {
      const local = reference.format(at).replace(' ', 'T')
      const text = sydneyIso(at, 'milliseconds')
      expect(text.slice(0, 19)).toBe(local)
      expect(utc(text)).toBe(at)
      expect(sydneyDate(at)).toBe(local.slice(0, 10))
      expect(minutesAt(at)).toBe(minutesOf(local.slice(11, 16)))
    }),
    { numRuns: 2000 },
  )
})

test('a wall time leads back to its minute, or an hour earlier in the repeated hour', () => {
  fc.assert(
    fc.property(between, (at) => {
      const minute = Math.floor(at / MINUTE) * MINUTE
      const again = sydneyInstant(sydneyDate(minute), sydneyIso(minute, 'seconds').slice(11, 16))
      expect([minute, minute - 60 * MINUTE]).toContain(again)
      expect(minutesAt(again)).toBe(minutesAt(minute))
    }),
    { numRuns: 2000 },
  )
})

test('the offset is that of the time zone database, at every change and in between', () => {
  const offset = new Intl.DateTimeFormat('en-AU', {
    timeZone: 'Australia/Sydney',
    timeZoneName: 'longOffset',
  })
  for (let year = 2009; year <= 2100; year += 1) {
    for (let day = 0; day < 366; day += 1) {
      const change = Date.UTC(year, 0, 1 + day, 16)
      for (const at of new Date(change).getUTCDay() === 6 ? [change - 1, change] : [change]) {
        const parts = offset.formatToParts(at)
        const zone = parts.find(({ type }) => type === 'timeZoneName')?.value.slice(3)
        if (!sydneyIso(at, 'seconds').endsWith(zone ?? '?')) {
          expect.fail(`${new Date(at).toISOString()}: ${sydneyIso(at, 'seconds')} is not ${zone}`)
        }
      }
    }
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DAY,
  HOUR,
  isoUtc,
  MINUTE,
  parseInstant,
  SECOND,
} from '../../../src/domain/time/instant.ts'

test.each([
  ['2026-03-10T01:00:00Z', Date.UTC(2026, 2, 10, 1)],
  ['2026-03-10T01:00Z', Date.UTC(2026, 2, 10, 1)],
  ['2026-03-10T12:00:00+11:00', Date.UTC(2026, 2, 10, 1)],
  ['2026-03-10T12:00:00+1100', Date.UTC(2026, 2, 10, 1)],
  ['2026-03-09T19:30:00-05:30', Date.UTC(2026, 2, 10, 1)],
  ['2026-03-11T00:59:00+23:59', Date.UTC(2026, 2, 10, 1)],
  ['2026-03-10T01:00:00.5Z', Date.UTC(2026, 2, 10, 1, 0, 0, 500)],
  ['2026-03-10T01:00:00.123999Z', Date.UTC(2026, 2, 10, 1, 0, 0, 123)],
  ['2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
])('%s is read', (text, at) => {
  expect(parseInstant(text)).toBe(at)
})

test.each([
  ['2026-03-10T01:00:00', 'no offset'],
  ['2026-03-10', 'a bare date'],
  ['2026-02-29T00:00:00Z', 'no such day'],
  ['2026-00-10T00:00:00Z', 'no such month'],
  ['2026-13-01T00:00:00Z', 'no such month'],
  ['2026-03-10T24:00:00Z', 'no such hour'],
  ['2026-03-10T01:60:00Z', 'no such minute'],
  ['2026-03-10T01:00:60Z', 'no such second'],
  ['2026-03-10T01:00:00+24:00', 'no such offset'],
  ['2026-03-10T01:00:00+10:60', 'no such offset'],
  ['2026-03-10 01:00:00Z', 'a space for the T'],
  ['10/03/2026', 'not ISO'],
  ['1773104400000', 'a number'],
  ['', 'empty'],
])('"%s" is refused: %s', (text) => {
  expect(parseInstant(text)).toBeUndefined()
})

test('an instant survives being written and read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 0) }), (at) => {
      expect(parseInstant(isoUtc(at))).toBe(at)
    }),
  )
})

test('the units build on each other', () => {
  expect([SECOND, MINUTE, HOUR, DAY]).toEqual([1000, 60_000, 3_600_000, 86_400_000])
})

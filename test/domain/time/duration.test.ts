import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bankingCalendar, defaultHolidays } from '../../../src/domain/time/banking-day.ts'
import {
  durationAfter,
  durationForms,
  formatDuration,
  parseDuration,
} from '../../../src/domain/time/duration.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/domain/time/instant.ts'

const calendar = bankingCalendar(defaultHolidays)

test.each([
  ['500ms', 500],
  ['90s', 90 * SECOND],
  ['15m', 15 * MINUTE],
  ['2h', 2 * HOUR],
  ['3d', 3 * DAY],
  ['1w', 7 * DAY],
  ['1.5h', 90 * MINUTE],
  ['0.1s', 100],
  ['1h30m', 90 * MINUTE],
  ['1h 30m', 90 * MINUTE],
  ['3 days', 3 * DAY],
  ['1 hour 30 minutes', 90 * MINUTE],
  ['1w2d3h4m5s6ms', 9 * DAY + 3 * HOUR + 4 * MINUTE + 5 * SECOND + 6],
  [' 90s ', 90 * SECOND],
  ['0s', 0],
  ['P3D', 3 * DAY],
  ['PT90S', 90 * SECOND],
  ['PT0.5S', 500],
  ['P1W', 7 * DAY],
  ['P1DT2H', DAY + 2 * HOUR],
  ['PT15M', 15 * MINUTE],
  ['36525d', 36_525 * DAY],
])('"%s" is %i ms', (text, ms) => {
  expect(parseDuration(text)).toEqual({ kind: 'elapsed', ms })
})

test.each([
  ['2 banking days', 2],
  ['1 banking day', 1],
  ['2bd', 2],
  ['10 bd', 10],
  ['36525 banking days', 36_525],
])('"%s" is %i banking days', (text, days) => {
  expect(parseDuration(text)).toEqual({ kind: 'banking-days', days })
})

test.each([
  '',
  ' ',
  '90',
  's',
  '-90s',
  '+90s',
  '1y',
  '1mo',
  '15M',
  '30m1h',
  '1h1h',
  '1e3s',
  '.5h',
  '1.h',
  'soon',
  '3 fortnights',
  '90 s',
  'P',
  'PT',
  'P1DT',
  'P1M',
  'P1Y',
  'p3d',
  '-P3D',
  'PT1D',
  'P1H',
  'P3DT',
  'banking days',
  '-1 banking days',
  '1.5 banking days',
  '2 bank days',
  '1d 2bd',
  '200000w',
  '36525d 1ms',
  '36526 banking days',
  '999999 banking days',
  '９０s',
])('"%s" is no duration', (text) => {
  expect(parseDuration(text)).toBeUndefined()
})

test.each([
  ['2026-04-04T12:00:00+11:00', '1d', '2026-04-05T11:00:00+10:00'],
  ['2026-04-02T12:00:00+11:00', '1 banking day', '2026-04-07T12:00:00+10:00'],
  ['2026-03-10T12:00:00+11:00', '90s', '2026-03-10T12:01:30+11:00'],
])('%s and %s is %s', (at, text, expected) => {
  const duration = parseDuration(text)
  expect(duration && durationAfter(Date.parse(at), duration, calendar)).toBe(Date.parse(expected))
})

test.each([
  [0, '0s'],
  [250, '250ms'],
  [1500, '1s 500ms'],
  [90 * MINUTE, '1h 30m'],
  [10 * DAY, '10d'],
  [-90 * SECOND, '-1m 30s'],
])('%i ms reads %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text)
})

test('a duration written for people can be read again', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 * DAY }), (ms) => {
      expect(parseDuration(formatDuration(ms))).toEqual({ kind: 'elapsed', ms })
    }),
  )
})

test('every form in the list of forms is accepted', () => {
  const forms = durationForms.match(/\d+(?:ms|[smhdw])[\dm]*|P\w+|\d banking days/g) ?? []
  expect(forms.length).toBeGreaterThan(8)
  for (const form of forms) expect([form, parseDuration(form)]).not.toEqual([form, undefined])
})

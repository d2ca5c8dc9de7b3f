import { expect, test } from 'vitest'
import { DAY, HOUR } from '../../src/domain/time/instant.ts'
import { WorldTime } from '../../src/world/world-time.ts'

const START = Date.parse('2026-03-10T01:00:00Z')
/** The start of 2027 in Sydney. */
const NEW_YEAR = Date.parse('2026-12-31T13:00:00Z')

function running() {
  const real = { now: START }
  const years: number[] = []
  const time = new WorldTime(
    { mode: 'running', offset: 0 },
    { realTime: () => real.now, yearReached: (year) => years.push(year) },
  )
  return { time, real, years }
}

test('time never goes back, but for records that begin their own', () => {
  const { time, real } = running()
  real.now = START + HOUR
  expect(time.now()).toBe(START + HOUR)
  real.now = START
  expect(time.now()).toBe(START + HOUR)
  time.startFrom(0)
  expect(time.now()).toBe(START)
  time.startFrom(START + DAY)
  expect(time.now()).toBe(START + DAY)
})

test('a held clock stands, and new records let it go', () => {
  const { time, real } = running()
  time.held = START
  real.now = START + HOUR
  expect(time.now()).toBe(START)
  time.startFrom(0)
  expect(time.now()).toBe(START + HOUR)
})

test('each year is announced once, two weeks before it begins in Sydney', () => {
  const { time, years } = running()
  const early = NEW_YEAR - 14 * DAY
  for (const now of [START, START + DAY, early - 1]) time.reach(now)
  expect(years).toEqual([2026])
  time.reach(early)
  expect(years).toEqual([2026, 2027])
  for (const now of [early + 1, NEW_YEAR, NEW_YEAR + 100 * DAY]) time.reach(now)
  expect(years).toEqual([2026, 2027])
  time.reach(NEW_YEAR + 365 * DAY)
  expect(years).toEqual([2026, 2027, 2028])
})

test('new records announce their year again', () => {
  const { time, years } = running()
  time.reach(START)
  time.startFrom(0)
  time.reach(START)
  expect(years).toEqual([2026, 2026])
})

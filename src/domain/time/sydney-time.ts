import { DAY, HOUR, type Instant, MINUTE, parseInstant, SECOND } from './instant.ts'

// A day on the Sydney calendar, 'YYYY-MM-DD'; sorts as text.
export type LocalDate = string

export function sydneyDate(at: Instant): LocalDate {
  return dayText(sydneyDay(at))
}

// The number of a day, counted from 1970-01-01.
export function sydneyDay(at: Instant): number {
  return Math.floor((at + sydneyOffset(at)) / DAY)
}

// Milliseconds since midnight on the wall clock, not elapsed ones: 3:00 is three hours even on a
// 23-hour day.
export function sydneyTimeOfDay(at: Instant): number {
  const wall = at + sydneyOffset(at)
  return wall - Math.floor(wall / DAY) * DAY
}

export function sydneyInstant(date: LocalDate, time: string): Instant {
  return instantOn(Date.parse(date) / DAY, minutesOf(time) * MINUTE)
}

/** An instant, or a date: the start of that day in Sydney. */
export function parseMoment(text: string): Instant | undefined {
  if (parseInstant(`${text}T00:00Z`) === undefined) return parseInstant(text)
  return sydneyInstant(text, '00:00')
}

// A repeated hour means its first occurrence; a skipped time moves forward by the skipped hour.
export function instantOn(day: number, timeOfDay: number): Instant {
  const wall = day * DAY + timeOfDay
  const before = sydneyOffset(wall - DAY)
  const afterwards = sydneyOffset(wall + DAY)
  const larger = Math.max(before, afterwards)
  const first = wall - larger
  return sydneyOffset(first) === larger ? first : wall - Math.min(before, afterwards)
}

/** For 'seconds', truncates the milliseconds: rounding up would lie in the future. */
export function sydneyIso(at: Instant, precision: 'seconds' | 'milliseconds'): string {
  const offset = sydneyOffset(at)
  const wall = at + offset
  const day = Math.floor(wall / DAY)
  const past = wall - day * DAY
  const hour = twoDigits((past / HOUR) | 0)
  const minute = twoDigits(((past % HOUR) / MINUTE) | 0)
  const second = twoDigits(((past % MINUTE) / SECOND) | 0)
  const fraction = precision === 'seconds' ? '' : `.${String(past % SECOND).padStart(3, '0')}`
  return `${dayText(day)}T${hour}:${minute}:${second}${fraction}+${offset / HOUR}:00`
}

export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** The Sundays on which daylight saving began and ended before today's rule came into force. */
const earlySeasons = `
1971-10-31/1972-02-27 1972-10-29/1973-03-04 1973-10-28/1974-03-03 1974-10-27/1975-03-02
1975-10-26/1976-03-07 1976-10-31/1977-03-06 1977-10-30/1978-03-05 1978-10-29/1979-03-04
1979-10-28/1980-03-02 1980-10-26/1981-03-01 1981-10-25/1982-04-04 1982-10-31/1983-03-06
1983-10-30/1984-03-04 1984-10-28/1985-03-03 1985-10-27/1986-03-16 1986-10-19/1987-03-15
1987-10-25/1988-03-20 1988-10-30/1989-03-19 1989-10-29/1990-03-04 1990-10-28/1991-03-03
1991-10-27/1992-03-01 1992-10-25/1993-03-07 1993-10-31/1994-03-06 1994-10-30/1995-03-05
1995-10-29/1996-03-31 1996-10-27/1997-03-30 1997-10-26/1998-03-29 1998-10-25/1999-03-28
1999-10-31/2000-03-26 2000-08-27/2001-03-25 2001-10-28/2002-03-31 2002-10-27/2003-03-30
2003-10-26/2004-03-28 2004-10-31/2005-03-27 2005-10-30/2006-04-02 2006-10-29/2007-03-25
2007-10-28/2008-04-06`

const seasons = earlySeasons
  .trim()
  .split(/\s+/)
  .map((season) => season.split('/').map((date) => Date.parse(date) / DAY))

/** Today's rule: from the first Sunday in October to the first Sunday in April. */
const ruleSince = Date.parse('2008-04-06') / DAY

/**
 * Every change happens at 2:00 standard time, so days that are counted from then have one offset
 * each.
 */
const change = 2 * HOUR
const standard = 10 * HOUR

/**
 * How far Sydney is ahead of UTC. Follows the legal rule instead of Intl, which is slow to load and
 * to call; a test compares the two for every hour.
 */
export function sydneyOffset(at: Instant): number {
  const day = Math.floor((at + standard - change) / DAY)
  return isDaylightSaving(day) ? standard + HOUR : standard
}

function isDaylightSaving(dayNumber: number): boolean {
  if (dayNumber < ruleSince) {
    return seasons.some(([from = 0, until = 0]) => dayNumber >= from && dayNumber < until)
  }
  const { month, day } = civilDay(dayNumber)
  if (month !== 4 && month !== 10) return month < 4 || month > 10
  const isPastFirstSunday = day > weekdayOf(dayNumber)
  return month === 4 ? !isPastFirstSunday : isPastFirstSunday
}

/** 400 years, after which the calendar repeats. */
const ERA = 146_097

/** From 0000-03-01 to 1970-01-01. In years that begin in March, a leap day comes last. */
const SHIFT = 719_468

/**
 * A calendar day. Day numbers count from 1970-01-01, which is 0. Plain arithmetic, because Date
 * objects cost 4 % of a purchase. `| 0` divides positive numbers faster than Math.floor.
 */
export function civilDay(dayNumber: number) {
  const shifted = dayNumber + SHIFT
  const era = (shifted / ERA) | 0
  const inEra = (shifted - era * ERA) | 0
  const leapDays = ((inEra / 1460) | 0) - ((inEra / 36_524) | 0) + ((inEra / 146_096) | 0)
  const year = ((inEra - leapDays) / 365) | 0
  const inYear = inEra - (365 * year + (year >> 2) - ((year / 100) | 0))
  const fromMarch = ((5 * inYear + 2) / 153) | 0
  const isNextYear = fromMarch >= 10
  return {
    year: year + era * 400 + (isNextYear ? 1 : 0),
    month: isNextYear ? fromMarch - 9 : fromMarch + 3,
    day: inYear - (((153 * fromMarch + 2) / 5) | 0) + 1,
  }
}

/** 0 is Sunday, 6 is Saturday. Day 0, 1 January 1970, was a Thursday. */
export function weekdayOf(dayNumber: number): number {
  return (((dayNumber + 4) % 7) + 7) % 7
}

/** 'YYYY-MM-DD' */
export function dayText(dayNumber: number): string {
  const { year, month, day } = civilDay(dayNumber)
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`
}

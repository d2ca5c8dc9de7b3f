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

/** The day of a moment, if the text has the form of one, but no calendar has the day. */
export function missingDay(text: string): string | undefined {
  const [day] = /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(text) ?? []
  return day !== undefined && parseMoment(day) === undefined ? day : undefined
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

/** `2026-11-16 21:11:45`: without the offset. */
function sydneyClock(at: Instant): string {
  return sydneyIso(at, 'seconds').slice(0, 19).replace('T', ' ')
}

/** `2026-11-16 21:11:45 in Sydney` */
export function sydneyText(at: Instant): string {
  return `${sydneyClock(at)} in Sydney`
}

export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/**
 * Every change happens at 2:00 standard time, so days that are counted from then have one offset
 * each.
 */
const change = 2 * HOUR
const standard = 10 * HOUR

/**
 * How far Sydney is ahead of UTC. Follows today's legal rule instead of Intl, which is slow to load and
 * to call; a test compares the two for every hour.
 */
export function sydneyOffset(at: Instant): number {
  const day = Math.floor((at + standard - change) / DAY)
  return isDaylightSaving(day) ? standard + HOUR : standard
}

/** From the first Sunday in October to the first Sunday in April, as since 2008. */
function isDaylightSaving(dayNumber: number): boolean {
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

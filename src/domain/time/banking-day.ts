import { DAY, type Instant } from './instant.ts'
import type { LocalDate } from './sydney-time.ts'
import {
  minutesOf,
  sydneyDate,
  sydneyInstantAt,
  sydneyMinutes,
  sydneyTimeOfDay,
} from './sydney-time.ts'

export interface BankingCalendar {
  readonly holidays: ReadonlySet<LocalDate>
  readonly years: ReadonlySet<number>
}

export function bankingCalendar(holidays: readonly LocalDate[]): BankingCalendar {
  return { holidays: new Set(holidays), years: new Set(holidays.map(yearOf)) }
}

// Outside these years only weekends are known, so a settlement date there may be wrong.
export function coversYear(calendar: BankingCalendar, date: LocalDate): boolean {
  return calendar.years.has(yearOf(date))
}

export function isBankingDay(date: LocalDate, calendar: BankingCalendar): boolean {
  const day = weekday(date)
  return day !== 0 && day !== 6 && !calendar.holidays.has(date)
}

export function bankingDayOnOrAfter(date: LocalDate, calendar: BankingCalendar): LocalDate {
  let day = date
  while (!isBankingDay(day, calendar)) day = addDays(day, 1)
  return day
}

export function bankingDayAfter(date: LocalDate, calendar: BankingCalendar): LocalDate {
  return bankingDayOnOrAfter(addDays(date, 1), calendar)
}

// A bank opens Saturday's work on Monday: from a day off, day 0 is the next banking day.
export function addBankingDays(date: LocalDate, n: number, calendar: BankingCalendar): LocalDate {
  let day = bankingDayOnOrAfter(date, calendar)
  for (let left = n; left > 0; left--) day = bankingDayAfter(day, calendar)
  return day
}

// Keeps the wall time to the millisecond, whatever daylight saving does in between.
export function plusBankingDays(at: Instant, n: number, calendar: BankingCalendar): Instant {
  const date = sydneyDate(at)
  const target = addBankingDays(date, n, calendar)
  return target === date ? at : sydneyInstantAt(target, sydneyTimeOfDay(at))
}

// The exact cut-off is too late.
export function settlementDate(at: Instant, cutoff: string, calendar: BankingCalendar): LocalDate {
  const today = sydneyDate(at)
  if (sydneyMinutes(at) < minutesOf(cutoff)) return bankingDayOnOrAfter(today, calendar)
  return bankingDayAfter(today, calendar)
}

export function addDays(date: LocalDate, n: number): LocalDate {
  return new Date((dayNumber(date) + n) * DAY).toISOString().slice(0, 10)
}

// 0 is Sunday, 6 is Saturday. Day 0, the first of 1970, was a Thursday.
export function weekday(date: LocalDate): number {
  return (((dayNumber(date) + 4) % 7) + 7) % 7
}

function dayNumber(date: LocalDate): number {
  return Date.UTC(yearOf(date), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY
}

function yearOf(date: LocalDate): number {
  return Number(date.slice(0, 4))
}

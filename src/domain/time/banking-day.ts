import type { Assumptions } from '../assumptions/assumptions.ts'
import file from './holidays.json' with { type: 'json' }
import { DAY, type Instant, MINUTE } from './instant.ts'
import {
  civilDay,
  dayText,
  instantOn,
  type LocalDate,
  minutesOf,
  sydneyDay,
  sydneyOffset,
  sydneyTimeOfDay,
  weekdayOf,
} from './sydney-time.ts'

export interface BankingCalendar {
  /** Day numbers, counted from 1970-01-01. */
  readonly holidays: ReadonlySet<number>
  /** Outside these years only weekends are known, so a settlement date may be wrong. */
  readonly years: ReadonlySet<number>
}

export function bankingCalendar(holidays: readonly LocalDate[]): BankingCalendar {
  return {
    holidays: new Set(holidays.map(dayNumber)),
    years: new Set(holidays.map((date) => Number(date.slice(0, 4)))),
  }
}

/** What to know about settlement dates in a year outside the calendar. */
export function unknownHolidays(year: number): string {
  return `No holidays are known for ${year}: only weekends are left out of its banking days; set a file as holidays in the config`
}

export function isBankingDay(date: LocalDate, calendar: BankingCalendar): boolean {
  return isOpen(dayNumber(date), calendar)
}

// Banks process Saturday's work on Monday: from a day off, day 0 is the next banking day.
export function addBankingDays(date: LocalDate, n: number, calendar: BankingCalendar): LocalDate {
  let day = openOnOrAfter(dayNumber(date), calendar)
  for (let left = n; left > 0; left--) day = openAfter(day, calendar)
  return dayText(day)
}

// Keeps the wall-clock time to the millisecond across daylight saving changes. Counts banking days
// after today, even if today is not one: one day from a Saturday is Monday.
export function plusBankingDays(at: Instant, n: number, calendar: BankingCalendar): Instant {
  const today = sydneyDay(at)
  let day = n === 0 ? openOnOrAfter(today, calendar) : today
  for (let left = n; left > 0; left--) day = openAfter(day, calendar)
  return day === today ? at : instantOn(day, sydneyTimeOfDay(at))
}

/** The start of the next banking day. */
export function nextBankingDay(at: Instant, calendar: BankingCalendar): Instant {
  return instantOn(openAfter(sydneyDay(at), calendar), 0)
}

interface SettlementDay {
  readonly date: LocalDate
  /** The cut-off of that day. */
  readonly until: Instant
}

/** What a transaction takes from the calendar, the same for all until the next cut-off or midnight. */
export interface BankDay {
  readonly from: Instant
  readonly until: Instant
  /** The month in Sydney. */
  readonly month: { readonly year: number; readonly month: number }
  readonly settlement: Readonly<Record<'card' | 'direct_debit', SettlementDay>>
}

export function bankDay(
  now: Instant,
  calendar: BankingCalendar,
  { card_cutoff, direct_debit: { cutoff } }: Assumptions,
): BankDay {
  const card = settlementAt(now, card_cutoff, calendar)
  const debit = settlementAt(now, cutoff, calendar)
  const today = sydneyDay(now)
  const { year, month } = civilDay(today)
  return {
    from: now,
    until: Math.min(card.until, debit.until, instantOn(today + 1, 0)),
    month: { year, month },
    settlement: { card, direct_debit: debit },
  }
}

// The cut-off itself is already too late.
function settlementAt(at: Instant, cutoff: string, calendar: BankingCalendar): SettlementDay {
  const wall = at + sydneyOffset(at)
  const today = Math.floor(wall / DAY)
  const limit = minutesOf(cutoff)
  const isInTime = wall - today * DAY < limit * MINUTE
  const day = openOnOrAfter(isInTime ? today : today + 1, calendar)
  return { date: dayText(day), until: instantOn(day, limit * MINUTE) }
}

export function addDays(date: LocalDate, n: number): LocalDate {
  return dayText(dayNumber(date) + n)
}

function isOpen(day: number, calendar: BankingCalendar): boolean {
  const weekday = weekdayOf(day)
  return weekday !== 0 && weekday !== 6 && !calendar.holidays.has(day)
}

function openOnOrAfter(from: number, calendar: BankingCalendar): number {
  let day = from
  while (!isOpen(day, calendar)) day += 1
  return day
}

function openAfter(day: number, calendar: BankingCalendar): number {
  return openOnOrAfter(day + 1, calendar)
}

function dayNumber(date: LocalDate): number {
  return Date.parse(date) / DAY
}

// New South Wales, 2024 to 2030, in the format of the calendar file that a config may name instead.
export const defaultHolidays: readonly LocalDate[] = file.holidays

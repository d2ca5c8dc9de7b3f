import { daysAfter, instantOf, wallAt } from './sydney.ts'

/** 1 is Monday, 7 is Sunday. */
function weekday(date: string): number {
  return new Date(`${date}T00:00Z`).getUTCDay() || 7
}

/** Gauss's rule, as the anonymous Gregorian computus has it. */
function easterSunday(year: number): string {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d =
    (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  const day = String((f % 31) + 1).padStart(2, '0')
  return `${year}-${String(Math.floor(f / 31)).padStart(2, '0')}-${day}`
}

function mondayFrom(date: string): string {
  return daysAfter(date, (8 - weekday(date)) % 7)
}

/** As observed in New South Wales. Only those that fall on a weekday matter. */
function holidaysOf(year: number): ReadonlySet<string> {
  const easter = easterSunday(year)
  const christmas = `${year}-12-25`
  const free = new Set([
    `${year}-01-01`,
    `${year}-01-26`,
    daysAfter(easter, -2),
    daysAfter(easter, 1),
    `${year}-04-25`,
    daysAfter(mondayFrom(`${year}-06-01`), 7),
    christmas,
    `${year}-12-26`,
  ])
  for (const date of [`${year}-01-01`, `${year}-01-26`]) {
    if (weekday(date) > 5) free.add(mondayFrom(date))
  }
  // Two days that follow each other: what falls on a weekend is made up for by Monday and Tuesday.
  const onWeekend = [christmas, `${year}-12-26`].filter((date) => weekday(date) > 5).length
  if (weekday(christmas) === 6) free.add(`${year}-12-27`).add(`${year}-12-28`)
  else if (onWeekend > 0) free.add(weekday(christmas) === 7 ? `${year}-12-27` : `${year}-12-28`)
  for (const date of ['2026-04-27', '2027-04-26']) free.add(date)
  return free
}

const years = new Map<number, ReadonlySet<string>>()

export function isBankingDay(date: string): boolean {
  const year = Number(date.slice(0, 4))
  const free = years.get(year) ?? holidaysOf(year)
  years.set(year, free)
  return weekday(date) < 6 && !free.has(date)
}

export function nextBankingDay(date: string, count = 1): string {
  let day = date
  for (let left = count; left > 0; ) {
    day = daysAfter(day, 1)
    if (isBankingDay(day)) left -= 1
  }
  return day
}

/** The banking day that counts for something done now: today before the cut-off, or the next one. */
export function countedDay(at: number, cutOffMinutes: number): string {
  const { date, minutes } = wallAt(at)
  return isBankingDay(date) && minutes < cutOffMinutes ? date : nextBankingDay(date)
}

export function cutOff(day: string, minutes: number): number {
  return instantOf(day, minutes)
}

/** At 09:00 in Sydney, so many banking days after a banking day. */
export function nineAfter(day: string, count: number): number {
  return instantOf(nextBankingDay(day, count), 9 * 60)
}

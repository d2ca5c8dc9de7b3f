/** A day on the calendar. By number, days count from 1970-01-01, which is 0. */
export interface CivilDay {
  readonly year: number
  readonly month: number
  readonly day: number
}

/** 400 years, after which the calendar repeats itself. */
const ERA = 146_097

/** From 0000-03-01 to 1970-01-01: in years that begin in March, a leap day comes last. */
const SHIFT = 719_468

// `| 0` divides whole numbers several times as fast as Math.floor does; no day here is negative.
export function civilDay(dayNumber: number): CivilDay {
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

// 0 is Sunday, 6 is Saturday. Day 0, the first of 1970, was a Thursday.
export function weekdayOf(dayNumber: number): number {
  return (((dayNumber + 4) % 7) + 7) % 7
}

// 'YYYY-MM-DD'
export function dayText(dayNumber: number): string {
  const { year, month, day } = civilDay(dayNumber)
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`
}

export function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`
}

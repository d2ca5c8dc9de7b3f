import { dayText, twoDigits } from './civil-day.ts'
import { sydneyOffset } from './daylight-saving.ts'
import { DAY, HOUR, type Instant, MINUTE, SECOND } from './instant.ts'

// A day on the Sydney calendar, 'YYYY-MM-DD'; sorts as text.
export type LocalDate = string

export function sydneyDate(at: Instant): LocalDate {
  return dayText(sydneyDay(at))
}

// The day by its number, counted from 1970-01-01.
export function sydneyDay(at: Instant): number {
  return Math.floor((at + sydneyOffset(at)) / DAY)
}

// Minutes since midnight on the wall clock, not elapsed ones: 3:00 is 180 on a day of 23 hours too.
export function sydneyMinutes(at: Instant): number {
  return Math.floor(sydneyTimeOfDay(at) / MINUTE)
}

// Milliseconds since midnight on the wall clock.
export function sydneyTimeOfDay(at: Instant): number {
  return remainder(at + sydneyOffset(at), DAY)
}

export function sydneyInstant(date: LocalDate, time: string): Instant {
  return instantOn(Date.parse(date) / DAY, minutesOf(time) * MINUTE)
}

// A repeated hour means its first occurrence; a time that is skipped moves on by the skipped hour.
export function instantOn(day: number, timeOfDay: number): Instant {
  const wall = day * DAY + timeOfDay
  const before = sydneyOffset(wall - DAY)
  const afterwards = sydneyOffset(wall + DAY)
  const larger = Math.max(before, afterwards)
  const first = wall - larger
  return sydneyOffset(first) === larger ? first : wall - Math.min(before, afterwards)
}

// Drops the milliseconds for 'seconds', never rounds them up into the future.
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

function remainder(value: number, unit: number): number {
  return value - Math.floor(value / unit) * unit
}

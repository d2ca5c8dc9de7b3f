import { DAY, HOUR, type Instant, MINUTE, SECOND } from './instant.ts'

// A day on the Sydney calendar, 'YYYY-MM-DD'; sorts as text.
export type LocalDate = string

interface LocalHour {
  readonly offset: number
  readonly date: LocalDate
  readonly hour: string
  readonly zone: string
}

// Made when first asked: it takes Node a tenth of its start to get the world's time zones ready.
let offsets: Intl.DateTimeFormat | undefined

function offsetName(): Intl.DateTimeFormat {
  offsets ??= new Intl.DateTimeFormat('en-AU', {
    timeZone: 'Australia/Sydney',
    timeZoneName: 'longOffset',
  })
  return offsets
}

// Intl and Date texts cost microseconds. Sydney keeps whole hours from UTC and changes them on
// the hour, so one answer serves its hour.
const hours = new Map<number, LocalHour>()
const hoursKept = 10_000

export function sydneyDate(at: Instant): LocalDate {
  return localHour(at).date
}

// Minutes since midnight on the wall clock, not elapsed ones: 3:00 is 180 on a day of 23 hours too.
export function sydneyMinutes(at: Instant): number {
  return Math.floor(sydneyTimeOfDay(at) / MINUTE)
}

// Milliseconds since midnight on the wall clock.
export function sydneyTimeOfDay(at: Instant): number {
  return remainder(at + localHour(at).offset, DAY)
}

export function sydneyInstant(date: LocalDate, time: string): Instant {
  return sydneyInstantAt(date, minutesOf(time) * MINUTE)
}

// A repeated hour means its first occurrence; a time that is skipped moves on by the skipped hour.
export function sydneyInstantAt(date: LocalDate, timeOfDay: number): Instant {
  const wall = Date.parse(date) + timeOfDay
  const before = localHour(wall - DAY).offset
  const afterwards = localHour(wall + DAY).offset
  const larger = Math.max(before, afterwards)
  const first = wall - larger
  return localHour(first).offset === larger ? first : wall - Math.min(before, afterwards)
}

// Drops the milliseconds for 'seconds', never rounds them up into the future.
export function sydneyIso(at: Instant, precision: 'seconds' | 'milliseconds'): string {
  const { date, hour, zone } = localHour(at)
  const past = remainder(at, HOUR)
  const minute = padded(Math.floor(past / MINUTE), 2)
  const second = padded(Math.floor((past % MINUTE) / SECOND), 2)
  const fraction = precision === 'seconds' ? '' : `.${padded(past % SECOND, 3)}`
  return `${date}T${hour}:${minute}:${second}${fraction}${zone}`
}

export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

function localHour(at: Instant): LocalHour {
  const bucket = Math.floor(at / HOUR)
  const known = hours.get(bucket)
  if (known !== undefined) return known
  const asked = askedHour(bucket * HOUR)
  if (hours.size >= hoursKept) hours.clear()
  hours.set(bucket, asked)
  return asked
}

// Local mean time, before 1895, counts as its nearest hour.
function askedHour(at: Instant): LocalHour {
  const name = offsetName()
    .formatToParts(at)
    .find((part) => part.type === 'timeZoneName')?.value
  const zone = /[+-]\d\d/.exec(name ?? '')?.[0] ?? '+10'
  const offset = Number(zone) * HOUR
  const text = new Date(at + offset).toISOString()
  return { offset, date: text.slice(0, 10), hour: text.slice(11, 13), zone: `${zone}:00` }
}

function remainder(value: number, unit: number): number {
  return value - Math.floor(value / unit) * unit
}

function padded(value: number, length: number): string {
  return String(value).padStart(length, '0')
}

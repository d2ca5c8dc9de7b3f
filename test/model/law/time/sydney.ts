/** What a clock on a wall in Sydney shows, asked of the system's own time zone data. */
export interface Wall {
  readonly date: string
  readonly minutes: number
  readonly offsetMinutes: number
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const format = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Australia/Sydney',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

const known = new Map<number, Wall>()

export function wallAt(at: number): Wall {
  const minute = Math.floor(at / MINUTE)
  const found = known.get(minute)
  if (found !== undefined) return found
  const parts = Object.fromEntries(
    format.formatToParts(minute * MINUTE).map(({ type, value }) => [type, value]),
  )
  const date = `${parts.year}-${parts.month}-${parts.day}`
  const minutes = Number(parts.hour) * 60 + Number(parts.minute)
  const offsetMinutes = (Date.parse(`${date}T00:00Z`) + minutes * MINUTE) / MINUTE - minute
  const wall = { date, minutes, offsetMinutes }
  if (known.size > 100_000) known.clear()
  known.set(minute, wall)
  return wall
}

/** The instant at which the clock shows a time; only for times that come once a day. */
export function instantOf(date: string, minutes: number): number {
  const shown = Date.parse(`${date}T00:00Z`) + minutes * MINUTE
  const guess = shown - wallAt(shown - 10 * 60 * MINUTE).offsetMinutes * MINUTE
  return shown - wallAt(guess).offsetMinutes * MINUTE
}

/** `2026-03-10T12:00:00+11:00`, with milliseconds if asked. */
export function timestamp(at: number, precision: 'seconds' | 'milliseconds'): string {
  const { offsetMinutes } = wallAt(at)
  const shown = new Date(at + offsetMinutes * MINUTE).toISOString()
  const hours = String(offsetMinutes / 60).padStart(2, '0')
  return `${shown.slice(0, precision === 'seconds' ? 19 : 23)}+${hours}:00`
}

export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * DAY).toISOString().slice(0, 10)
}

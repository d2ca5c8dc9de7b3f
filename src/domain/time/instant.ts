// Milliseconds since 1970 UTC: plain numbers compare, add and store without ceremony.
export type Instant = number

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const dateTime =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d\d):?(\d\d))$/

// Without an offset a time means whatever zone its reader is in; refused, like a bare date.
export function parseInstant(text: string): Instant | undefined {
  const match = dateTime.exec(text)
  if (match === null) return undefined
  const part = (index: number) => Number(match[index] ?? 0)
  const [year, month, day] = [part(1), part(2), part(3)]
  const [hour, minute, second] = [part(4), part(5), part(6)]
  if (!isCalendarDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined
  if (part(9) > 23 || part(10) > 59) return undefined
  const millis = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'))
  const offset = (part(9) * HOUR + part(10) * MINUTE) * (match[8] === '-' ? -1 : 1)
  return (
    utcDay(year, month, day) + hour * HOUR + minute * MINUTE + second * SECOND + millis - offset
  )
}

export function isoUtc(at: Instant): string {
  return new Date(at).toISOString()
}

// Date rolls 30 February over into March; a day that survives the round trip is a real one.
function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(utcDay(year, month, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

// Date.UTC takes the years 0 to 99 for 1900 to 1999, setUTCFullYear does not.
function utcDay(year: number, month: number, day: number): Instant {
  return new Date(0).setUTCFullYear(year, month - 1, day)
}

/** Later than this, no date of four digits could hold what follows from a transaction. */
export const END_OF_TIME: Instant = Date.parse('9999-01-01T00:00:00Z')

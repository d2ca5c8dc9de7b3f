// Milliseconds since 1970 UTC: plain numbers are easy to compare, add and store.
export type Instant = number

export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const dateTime =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:Z|([+-])(\d\d):?(\d\d))$/

// A time without an offset would depend on the reader's zone, so it is refused, like a bare date.
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

// Date turns 30 February into March, so only a day that survives the round trip exists.
function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(utcDay(year, month, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

// Date.UTC reads the years 0 to 99 as 1900 to 1999; setUTCFullYear does not.
function utcDay(year: number, month: number, day: number): Instant {
  return new Date(0).setUTCFullYear(year, month - 1, day)
}

/** After this, dates that follow from a transaction would not fit into four-digit years. */
export const END_OF_TIME: Instant = Date.parse('9999-01-01T00:00:00Z')

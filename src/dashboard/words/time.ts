import { capitalised, spanText } from '../../base/text/counted.ts'
import { DAY, isoUtc, MINUTE, SECOND } from '../../domain/time/instant.ts'
import { instantOn, type LocalDate, sydneyIso } from '../../domain/time/sydney-time.ts'
import { weekdays } from '../../scenario/operations.ts'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `Tue 10 Mar 2026`. */
export function dateText(date: LocalDate): string {
  return `${weekdayText(date)} ${date.slice(0, 4)}`
}

/** `Tue 10 Mar`. */
export function weekdayText(date: LocalDate): string {
  const month = months[Number(date.slice(5, 7)) - 1]
  const weekday = capitalised(weekdays[new Date(date).getUTCDay()] ?? '')
  return `${weekday} ${Number(date.slice(8, 10))} ${month}`
}

/** The Sydney day of an instant. */
export function dayOf(instant: string): LocalDate {
  return local(instant).slice(0, 10)
}

/** `12:00:00` in Sydney. */
export function clockTime(instant: string): string {
  return local(instant).slice(11, 19)
}

/** `12:00:00.120` in Sydney. */
export function exactClockTime(instant: string): string {
  return local(instant).slice(11, 23)
}

/** `Tue 10 Mar 2026, 12:00:00`. */
export function dateTimeText(instant: string): string {
  return `${dateText(dayOf(instant))}, ${clockTime(instant)}`
}

/** `Tue 10 Mar, 12:00:00`. */
export function shortDateTime(instant: string): string {
  return `${weekdayText(dayOf(instant))}, ${clockTime(instant)}`
}

/** `10 Mar, 12:00:00`; without the date where `isSameDay`. */
export function listTime(instant: string, isSameDay: boolean): string {
  return isSameDay ? clockTime(instant) : shortDateTime(instant).replace(/^\w+ /, '')
}

/** `in 2 d 3 h`, `12 min ago`; two units at most. */
export function distanceText(from: string, to: string): string {
  const ms = Date.parse(to) - Date.parse(from)
  return ms < 0 ? `${spanText(-ms)} ago` : `in ${spanText(ms)}`
}

function local(instant: string): string {
  return sydneyIso(Date.parse(instant), 'milliseconds')
}

const form = /^(?:(\d{4}-\d{2}-\d{2})[ T]?)?(?:(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/**
 * Reads `12:01`, `12:01:03` or `2026-03-10 12:01` as Sydney time, today's unless it has a date: the
 * whole minute, second or day. Any other text stays as it is.
 */
export function readInstant(typed: string, now: string): { from: string; to: string } {
  const [found, date, hours, minutes, seconds] = form.exec(typed) ?? []
  const day = Date.parse(date ?? dayOf(now)) / DAY
  const isTime = hours !== undefined && Number(hours) < 24 && Number(minutes) < 60
  if (!found || Number.isNaN(day) || Number(seconds ?? 0) > 59 || (hours !== undefined && !isTime))
    return { from: typed, to: typed }
  const start = Number(hours ?? 0) * 60 * MINUTE + Number(minutes ?? 0) * MINUTE
  const size = hours === undefined ? DAY : seconds === undefined ? MINUTE : SECOND
  const from = instantOn(day, start + Number(seconds ?? 0) * SECOND)
  return { from: isoUtc(from), to: isoUtc(from + size - 1) }
}

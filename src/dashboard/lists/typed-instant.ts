import { DAY, isoUtc, MINUTE, SECOND } from '../../domain/time/instant.ts'
import { instantOn } from '../../domain/time/sydney-time.ts'
import { dayOf } from '../words/time.ts'

const form = /^(?:(\d{4}-\d{2}-\d{2})[ T]?)?(?:(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/

/** What a time that was typed covers: a whole day, a minute or a second of Sydney time. */
interface TypedSpan {
  readonly from: string
  readonly to: string
}

/**
 * Reads `12:01`, `12:01:03` or `2026-03-10 12:01` as Sydney time, today's unless it has a date; any
 * other text stays as it is.
 */
export function readInstant(typed: string, now: string): TypedSpan {
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

import { type Instant, parseInstant } from '../domain/instant.ts'
import { END_OF_TIME } from '../world/clock-commands.ts'

export const startInstantForm =
  'an ISO 8601 instant with its offset, such as 2026-03-10T01:00:00Z, before the year 9999'

/** Where a clock may start. */
export function startInstant(value: string | Date): Instant | undefined {
  const at = typeof value === 'string' ? parseInstant(value) : value.getTime()
  return at !== undefined && at < END_OF_TIME ? at : undefined
}

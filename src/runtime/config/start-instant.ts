import { END_OF_TIME, type Instant, parseInstant } from '../../domain/time/instant.ts'

export const startInstantForm =
  'an ISO 8601 instant with its offset, such as 2026-03-10T01:00:00Z, from 1970-01-01T00:00:00Z to before the year 9999'

/** Where a clock may start: instants count from 1970. */
export function startInstant(value: string | Date): Instant | undefined {
  const at = typeof value === 'string' ? parseInstant(value) : value.getTime()
  return at !== undefined && at >= 0 && at < END_OF_TIME ? at : undefined
}

import { relative, resolve } from 'node:path'
import { parseDuration } from '../../domain/time/duration.ts'
import { END_OF_TIME, type Instant } from '../../domain/time/instant.ts'
import { parseMoment } from '../../domain/time/sydney-time.ts'
import { isScenarioFile } from '../scenarios/scenario-source.ts'

export const startInstantForm =
  'an ISO 8601 instant with its offset, such as 2026-03-10T01:00:00Z, or a date, from 1970-01-02 to before the year 9999'

/** An instant that a clock can start at: 1970 or later. */
export function startInstant(value: string | Date): Instant | undefined {
  const at = typeof value === 'string' ? parseMoment(value) : value.getTime()
  return at !== undefined && at >= 0 && at < END_OF_TIME ? at : undefined
}

/** A duration of real time in milliseconds; undefined for banking days. */
export function elapsedMs(text: string): number | undefined {
  const duration = parseDuration(text)
  return duration?.kind === 'elapsed' && duration.ms > 0 ? duration.ms : undefined
}

/** A path of the config, relative to the working folder if it lies inside it. */
export function fromHere(path: string, folder: string): string {
  const whole = resolve(folder, path)
  const short = relative(process.cwd(), whole)
  return short.startsWith('..') || short === '' ? whole : short
}

/** An entry of the config's scenario list, with a file path resolved like `fromHere`. */
export function scenarioFromHere(entry: string, folder: string): string {
  if (!isScenarioFile(entry)) return entry
  const short = fromHere(entry, folder)
  // Without its folder, a file without a known extension would look like a scenario name.
  return isScenarioFile(short) ? short : resolve(folder, entry)
}

import { relative, resolve } from 'node:path'
import type { Merchant } from '../../domain/merchant.ts'
import { parseDuration } from '../../domain/time/duration.ts'
import { END_OF_TIME, type Instant, parseInstant } from '../../domain/time/instant.ts'
import type { Credentials } from '../../http/pipeline/auth.ts'
import { isScenarioFile } from '../scenarios/scenario-source.ts'
import type { MerchantPart, ReportPart, UserPart } from './options.ts'
import { defaultSettings, type Settings } from './settings.ts'

export function userOf({ merchants, ...user }: UserPart): Credentials {
  return { ...user, merchants: merchants ?? [user.merchant] }
}

/** The merchant that a config describes; missing parts are as for an unlisted merchant. */
export function merchantFrom({
  id,
  name = `Merchant ${id}`,
  vault = true,
  standalone_refunds = true,
  surcharge,
}: MerchantPart): Merchant {
  const { card_types, ...plan } = surcharge ?? {}
  return {
    id,
    name,
    vault,
    standaloneRefunds: standalone_refunds,
    surcharge: surcharge && { ...plan, ...(card_types && { cardTypes: card_types }) },
  }
}

export const startInstantForm =
  'an ISO 8601 instant with its offset, such as 2026-03-10T01:00:00Z, from 1970-01-01T00:00:00Z to before the year 9999'

/** An instant that a clock can start at: 1970 or later. */
export function startInstant(value: string | Date): Instant | undefined {
  const at = typeof value === 'string' ? parseInstant(value) : value.getTime()
  return at !== undefined && at >= 0 && at < END_OF_TIME ? at : undefined
}

/** A duration of real time in milliseconds; undefined for banking days. */
export function elapsedMs(text: string): number | undefined {
  const duration = parseDuration(text)
  return duration?.kind === 'elapsed' && duration.ms > 0 ? duration.ms : undefined
}

/** The report settings of a config, with defaults. */
export function reportSettings(part: ReportPart = {}): Settings['report'] {
  const { report } = defaultSettings
  return {
    judge: part.judge ?? report.judge,
    noTimeOutMs: elapsedMs(part.no_time_out ?? '') ?? report.noTimeOutMs,
    storiesKept: part.stories_kept ?? report.storiesKept,
    findingsKept: part.findings_kept ?? report.findingsKept,
    accept: part.accept ?? report.accept,
    references: part.references ?? report.references,
  }
}

/** A path of the config, relative to the working folder if it lies inside it. */
export function fromHere(folder: string, path: string): string {
  const whole = resolve(folder, path)
  const short = relative(process.cwd(), whole)
  return short.startsWith('..') || short === '' ? whole : short
}

/** An entry of the config's scenario list, with a file path resolved like `fromHere`. */
export function scenarioFromHere(folder: string, entry: string): string {
  if (!isScenarioFile(entry)) return entry
  const short = fromHere(folder, entry)
  // Without its folder, a file without a known extension would look like a scenario name.
  return isScenarioFile(short) ? short : resolve(folder, entry)
}

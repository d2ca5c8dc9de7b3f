import { relative, resolve } from 'node:path'
import type { Merchant } from '../../domain/merchant.ts'
import { parseDuration } from '../../domain/time/duration.ts'
import { END_OF_TIME, type Instant, parseInstant } from '../../domain/time/instant.ts'
import type { Credentials } from '../../http/pipeline/auth.ts'
import { isScenarioFile } from '../scenarios/scenario-source.ts'
import type { MerchantPart, ReportPart, UserPart } from './config-document.ts'
import { defaultSettings, type Settings } from './settings.ts'

/** The user that a config describes. */
export function userOf({ merchants, ...user }: UserPart): Credentials {
  return { ...user, merchants: merchants ?? [user.merchant] }
}

/** The merchant that a config describes; what it leaves out is as for an unlisted one. */
export function merchantOf({
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

/** Where a clock may start: instants count from 1970. */
export function startInstant(value: string | Date): Instant | undefined {
  const at = typeof value === 'string' ? parseInstant(value) : value.getTime()
  return at !== undefined && at >= 0 && at < END_OF_TIME ? at : undefined
}

/** A duration of real time, in milliseconds; banking days are none. */
export function elapsedMs(text: string): number | undefined {
  const duration = parseDuration(text)
  return duration?.kind === 'elapsed' && duration.ms > 0 ? duration.ms : undefined
}

/** How a config wants clients to be judged. */
export function reportSettings(part: ReportPart = {}): Settings['report'] {
  const { report } = defaultSettings
  return {
    judge: part.judge ?? report.judge,
    noTimeOutMs: elapsedMs(part.no_time_out ?? '') ?? report.noTimeOutMs,
    storiesKept: part.stories_kept ?? report.storiesKept,
    findingsKept: part.findings_kept ?? report.findingsKept,
  }
}

/** A config's path as the working folder has it: the shortest that is still a path. */
export function fromHere(folder: string, path: string): string {
  const whole = resolve(folder, path)
  const short = relative(process.cwd(), whole)
  return short.startsWith('..') || short === '' ? whole : short
}

/** An entry of a config's scenario list as the working folder has it. */
export function scenarioFromHere(folder: string, entry: string): string {
  if (!isScenarioFile(entry)) return entry
  const short = fromHere(folder, entry)
  // Without its folder, a file of no known ending would look like a name.
  return isScenarioFile(short) ? short : resolve(folder, entry)
}

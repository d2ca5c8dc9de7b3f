import { parseDuration } from '../../domain/time/duration.ts'
import type { ReportPart } from './config-document.ts'
import { defaultSettings, type Settings } from './settings.ts'

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

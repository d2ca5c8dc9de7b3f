import { durationForms, parseDuration } from '../domain/time/duration.ts'
import type { After } from '../domain/transaction/decision.ts'

export const afterForms = `${durationForms}, clearance, return, or "5 banking days after lodging"`

const sinceLodging = /^([0-9]{1,4}) banking days? after lodging$/

/** Parses the time of a later move. */
export function parseAfter(text: string): After | undefined {
  if (text === 'clearance' || text === 'return') return { kind: text }
  const lodged = sinceLodging.exec(text)
  if (lodged !== null) return { kind: 'after-lodging', days: Number(lodged[1]) }
  return parseDuration(text)
}

export const elapsedForms = '500ms, 90s, 15m, 2h, 1h30m or ISO 8601 such as PT90S, up to 24h'

// Node's timers overflow on longer waits and fire at once.
const longest = 24 * 60 * 60 * 1000

/** Parses a real-time delay. Banking days are not accepted: no connection stays open for days. */
export function parseElapsed(text: string): number | undefined {
  const duration = parseDuration(text)
  return duration?.kind === 'elapsed' && duration.ms <= longest ? duration.ms : undefined
}

/** Documents are validated before, so an invalid duration here is a bug. */
export function milliseconds(duration: string): number {
  const ms = parseElapsed(duration)
  if (ms === undefined) throw new Error(`'${duration}' has not been checked`)
  return ms
}

/** How long after its client has left a late bank decides, unless the rule says. */
export const LATE_MS = 1000

export const windowForms = 'a time such as 30s, 15m, 2h, 3d, 1h30m or ISO 8601 (PT90S), over 0s'

/** Parses how long a rule holds. Banking days are not accepted: a window is counted from any moment. */
export function parseWindow(text: string): number | undefined {
  const duration = parseDuration(text)
  return duration?.kind === 'elapsed' && duration.ms > 0 ? duration.ms : undefined
}

export const chanceForms = 'a percentage such as "10%" or "0.5%", over 0% and up to 100%'

const percent = /^([0-9]{1,3}(?:\.[0-9]{1,6})?) ?%$/

/** Parses the chance of a rule as a number from 0 to 1. */
export function parseChance(text: string): number | undefined {
  const match = percent.exec(text)
  const share = match === null ? Number.NaN : Number(match[1]) / 100
  return share > 0 && share <= 1 ? share : undefined
}

export function chanceText(chance: number): string {
  return `${Number((chance * 100).toFixed(6))}%`
}

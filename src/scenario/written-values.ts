import { durationForms, parseDuration } from '../domain/time/duration.ts'
import type { After } from '../domain/transaction/verdict.ts'

export const afterForms = `${durationForms}, clearance, return, or "5 banking days after lodging"`

const sinceLodging = /^([0-9]{1,4}) banking days? after lodging$/

/** When a later move comes, from the text that a scenario gives. */
export function parseAfter(text: string): After | undefined {
  if (text === 'clearance' || text === 'return') return { kind: text }
  const lodged = sinceLodging.exec(text)
  if (lodged !== null) return { kind: 'after-lodging', days: Number(lodged[1]) }
  return parseDuration(text)
}

export const elapsedForms = '500ms, 90s, 15m, 2h, 1h30m or ISO 8601 such as PT90S, up to 24h'

// Longer waits overflow Node's timers, which then fire at once.
const longest = 24 * 60 * 60 * 1000

/** Real time to let pass. Nobody waits for banking days with a connection open. */
export function parseElapsed(text: string): number | undefined {
  const duration = parseDuration(text)
  return duration?.kind === 'elapsed' && duration.ms <= longest ? duration.ms : undefined
}

/** Documents have been through their schema, so a text that is not a duration is our mistake. */
export function milliseconds(duration: string): number {
  const ms = parseElapsed(duration)
  if (ms === undefined) throw new Error(`'${duration}' has not been checked`)
  return ms
}

export const chanceForms = 'a percentage such as "10%" or "0.5%", over 0% and up to 100%'

const percent = /^([0-9]{1,3}(?:\.[0-9]{1,6})?) ?%$/

/** From 0 to 1, from the text that a rule gives. */
export function parseChance(text: string): number | undefined {
  const match = percent.exec(text)
  const share = match === null ? Number.NaN : Number(match[1]) / 100
  return share > 0 && share <= 1 ? share : undefined
}

export function chanceText(chance: number): string {
  return `${Number((chance * 100).toFixed(6))}%`
}

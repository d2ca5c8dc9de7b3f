import { type BankingCalendar, plusBankingDays } from './banking-day.ts'
import { DAY, HOUR, type Instant, MINUTE, SECOND } from './instant.ts'

export type Duration =
  | { readonly kind: 'elapsed'; readonly ms: number }
  | { readonly kind: 'banking-days'; readonly days: number }

export const durationForms =
  '500ms, 90s, 15m, 2h, 3d, 1w, 1h30m, "2 banking days" or ISO 8601 (P3D, PT90S), up to 100 years'

// More than a century is a typing error, and leads to five-digit years that date texts cannot hold.
const longest = 36_525 * DAY

const n = String.raw`(\d{1,15}(?:\.\d{1,9})?)`
const short = new RegExp(
  `^(?:${n}w)? ?(?:${n}d)? ?(?:${n}h)? ?(?:${n}m)? ?(?:${n}s)? ?(?:${n}ms)?$`,
)
const iso = new RegExp(`^P(?:${n}W)?(?:${n}D)?(?:T(?=\\d)(?:${n}H)?(?:${n}M)?(?:${n}S)?)?$`)
const units = [7 * DAY, DAY, HOUR, MINUTE, SECOND, 1]
const words = /(\d) ?(week|day|hour|minute|second)s?\b/g
const bankingDays = /^(\d{1,6}) ?(?:bd|banking days?)$/

// A day is always 24 hours; months and years have no fixed length and are refused.
export function parseDuration(text: string): Duration | undefined {
  const trimmed = text.trim()
  const banking = bankingDays.exec(trimmed)
  if (banking !== null) return bankingDuration(Number(banking[1]))
  const brief = trimmed.replaceAll(words, (_all, digit, word) => digit + word.charAt(0))
  const amounts = (short.exec(brief) ?? iso.exec(trimmed))?.slice(1)
  if (amounts === undefined || amounts.every((amount) => amount === undefined)) return undefined
  const ms = amounts.reduce((sum, amount, i) => sum + Number(amount ?? 0) * (units[i] ?? 0), 0)
  return ms <= longest ? { kind: 'elapsed', ms: Math.round(ms) } : undefined
}

export function durationAfter(at: Instant, duration: Duration, calendar: BankingCalendar): Instant {
  if (duration.kind === 'elapsed') return at + duration.ms
  return plusBankingDays(at, duration.days, calendar)
}

// Exact, and accepted by parseDuration: 1h 30m, 2d, 1s 500ms.
export function formatDuration(ms: number): string {
  const names = ['d', 'h', 'm', 's', 'ms']
  const parts: string[] = []
  let left = Math.round(Math.abs(ms))
  for (const [i, name] of names.entries()) {
    const unit = units[i + 1] ?? 1
    const count = Math.floor(left / unit)
    if (count > 0) parts.push(`${count}${name}`)
    left -= count * unit
  }
  if (parts.length === 0) return '0s'
  return (ms < 0 ? '-' : '') + parts.join(' ')
}

function bankingDuration(days: number): Duration | undefined {
  return days * DAY <= longest ? { kind: 'banking-days', days } : undefined
}

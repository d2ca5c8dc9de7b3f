import type { Instant } from '../time/instant.ts'
import { civilDay, sydneyDay } from '../time/sydney-time.ts'

export type ExpiryFormat = 'auto' | 'MMYY' | 'YYMM'

export interface Expiry {
  readonly year: number
  readonly month: number
}

const fourDigits = /^[0-9]{4}$/

// Years from 13 on cannot be months, so the first pair of digits tells MMYY from YYMM.
export function parseExpiry(text: string, format: ExpiryFormat): Expiry | undefined {
  if (!fourDigits.test(text)) return undefined
  const first = Number(text.slice(0, 2))
  const second = Number(text.slice(2))
  const monthFirst = format === 'MMYY' || (format === 'auto' && first <= 12)
  const [month, year] = monthFirst ? [first, second] : [second, first]
  return month >= 1 && month <= 12 ? { year: 2000 + year, month } : undefined
}

// A card is valid until the last moment of its month in Sydney.
export function isExpired(expiry: Expiry, at: Instant): boolean {
  const { year, month } = civilDay(sydneyDay(at))
  return year > expiry.year || (year === expiry.year && month > expiry.month)
}

// The usual form: MMYY.
export function expiryText({ year, month }: Expiry): string {
  return String(month).padStart(2, '0') + String(year % 100).padStart(2, '0')
}

import { luhnDigit } from '../base/redaction/card-number.ts'
import type { Assumptions } from './assumptions/assumptions.ts'
import { hash32 } from './generated-codes.ts'

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

/** A card is valid until the last moment of its month in Sydney; `now`: the month there. */
export function isExpired(expiry: Expiry, { year, month }: Expiry): boolean {
  return year > expiry.year || (year === expiry.year && month > expiry.month)
}

// The usual form: MMYY.
export function expiryText({ year, month }: Expiry): string {
  return String(month).padStart(2, '0') + String(year % 100).padStart(2, '0')
}

/** Whether a number is a virtual PAN of the vault, by its first digit. */
export function isVirtualPan(pan: string, { virtual_pan }: VirtualPanForm): boolean {
  return pan.startsWith(String(virtual_pan.first_digit))
}

type VirtualPanForm = Pick<Assumptions, 'virtual_pan'>

type VirtualPanRules = Pick<Assumptions, 'virtual_pan' | 'virtual_pan_luhn'>

// By default the check digit is off by one, so that this is never a valid card number.
export function virtualPan(seed: number, tokenId: number, form: VirtualPanRules): string {
  const { length, first_digit } = form.virtual_pan
  const body = String(first_digit) + permuted(seed, tokenId, length - 2)
  const check = luhnDigit(body)
  return body + (form.virtual_pan_luhn === 'valid' ? check : String((Number(check) + 1) % 10))
}

const rounds = 6

// A Feistel network over two halves is a bijection whatever its rounds compute: two token ids of
// one seed never share a number, so used numbers need not be stored.
function permuted(seed: number, id: number, digits: number): string {
  const leftDigits = Math.floor(digits / 2)
  const rightDigits = digits - leftDigits
  const [leftEnd, rightEnd] = [10 ** leftDigits, 10 ** rightDigits]
  let left = Math.floor(id / rightEnd)
  let right = id % rightEnd
  for (let round = 0; round < rounds; round += 2) {
    left = (left + hash32(seed, round, right)) % leftEnd
    right = (right + hash32(seed, round + 1, left)) % rightEnd
  }
  return String(left).padStart(leftDigits, '0') + String(right).padStart(rightDigits, '0')
}

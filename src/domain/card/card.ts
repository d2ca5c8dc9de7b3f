import type { Assumptions } from '../assumptions/assumptions.ts'

/** The last is that of a card whose number tells none. */
export const cardTypes = [
  ...(['visa', 'mastercard', 'amex', 'diners', 'jcb', 'unionpay', 'discover'] as const),
  '',
] as const

export type CardType = (typeof cardTypes)[number]

interface Scheme {
  readonly type: CardType
  /** First digits of its numbers. */
  readonly first: readonly number[]
  readonly prefix: RegExp
  readonly lengths: readonly number[]
}

const schemes: readonly Scheme[] = [
  { type: 'visa', first: [4], prefix: /^4/, lengths: [13, 16, 19] },
  {
    type: 'mastercard',
    first: [2, 5],
    prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
  },
  { type: 'amex', first: [3], prefix: /^3[47]/, lengths: [15] },
  { type: 'diners', first: [3], prefix: /^(?:30[0-5]|3095|36|38|39)/, lengths: [14, 16] },
  { type: 'jcb', first: [3], prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { type: 'unionpay', first: [6, 8], prefix: /^(?:62|81)/, lengths: [16, 17, 18, 19] },
  { type: 'discover', first: [6], prefix: /^(?:6011|64[4-9]|65)/, lengths: [16, 17, 18, 19] },
]

const panText = /^[0-9]{13,19}$/

export function isPan(text: string): boolean {
  return panText.test(text) && isLuhnValid(text)
}

export function isLuhnValid(digits: string): boolean {
  return digits !== '' && luhnSum(digits, false) % 10 === 0
}

// The digit that makes the given ones Luhn-valid when it is put behind them.
export function luhnDigit(digitsWithoutCheck: string): string {
  return String((10 - (luhnSum(digitsWithoutCheck, true) % 10)) % 10)
}

/** The number with a digit in place of its one `?` that makes it Luhn-valid; itself without one. */
export function luhnCompleted(pattern: string): string | undefined {
  if (!pattern.includes('?')) return pattern
  const candidates = Array.from({ length: 10 }, (_, digit) => pattern.replace('?', String(digit)))
  return candidates.find(isLuhnValid)
}

// Six digits decide, so a masked PAN has the same type as the full one.
export function cardType(pan: string): CardType {
  return schemeOf(pan)?.type ?? ''
}

// Whether the scheme that the prefix names issues numbers of this length.
export function hasSchemeLength(pan: string): boolean {
  return schemeOf(pan)?.lengths.includes(pan.length) ?? false
}

export function maskPan(pan: string): string {
  return pan.slice(0, 6) + 'x'.repeat(Math.max(0, pan.length - 10)) + pan.slice(-4)
}

// Masks are kept with x; the character of the settings is put in when an answer is made.
export function withMask(masked: string, character: string): string {
  return character === 'x' ? masked : masked.replaceAll('x', () => character)
}

/** Whether a number is one of the vault's, by its first digit. */
export function isVirtualPan(pan: string, { virtual_pan }: VirtualPanForm): boolean {
  return pan.startsWith(String(virtual_pan.first_digit))
}

type VirtualPanForm = Pick<Assumptions, 'virtual_pan'>

/** Whether some card scheme's numbers start with this digit. */
export function startsLikeCard(digit: number): boolean {
  return schemes.some(({ first }) => first.includes(digit))
}

function schemeOf(pan: string): Scheme | undefined {
  return schemes.find((scheme) => scheme.prefix.test(pan))
}

function luhnSum(digits: string, doublesLast: boolean): number {
  let sum = 0
  let doubles = doublesLast
  for (let i = digits.length - 1; i >= 0; i--) {
    const digit = digits.charCodeAt(i) - 48
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2
    sum += doubles ? doubled : digit
    doubles = !doubles
  }
  return sum
}

/** How many digits a card's CVV has. */
export function cvvLength(type: CardType): number {
  return type === 'amex' ? 4 : 3
}

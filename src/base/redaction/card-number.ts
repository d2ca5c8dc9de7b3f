import file from './test-cards.json' with { type: 'json' }

/** The last one is for numbers of no known scheme. */
export const cardTypes = [
  ...(['visa', 'mastercard', 'amex', 'diners', 'jcb', 'unionpay', 'discover'] as const),
  '',
] as const

export type CardType = (typeof cardTypes)[number]

/** A card scheme and the numbers that it issues. */
interface Scheme {
  readonly type: CardType
  /** The first four digits of its numbers, from and to. */
  readonly ranges: readonly (readonly [number, number])[]
  readonly lengths: readonly number[]
}

const schemes: readonly Scheme[] = [
  { type: 'visa', ranges: [[4000, 4999]], lengths: [13, 16, 19] },
  {
    type: 'mastercard',
    ranges: [
      [5100, 5599],
      [2221, 2720],
    ],
    lengths: [16],
  },
  {
    type: 'amex',
    ranges: [
      [3400, 3499],
      [3700, 3799],
    ],
    lengths: [15],
  },
  {
    type: 'diners',
    ranges: [
      [3000, 3059],
      [3095, 3095],
      [3600, 3699],
      [3800, 3999],
    ],
    lengths: [14, 16],
  },
  { type: 'jcb', ranges: [[3528, 3589]], lengths: [16, 17, 18, 19] },
  {
    type: 'unionpay',
    ranges: [
      [6200, 6299],
      [8100, 8199],
    ],
    lengths: [16, 17, 18, 19],
  },
  {
    type: 'discover',
    ranges: [
      [6011, 6011],
      [6440, 6599],
    ],
    lengths: [16, 17, 18, 19],
  },
]

/**
 * The scheme that issues a number, by its first four digits.
 * @internal Exported for tests.
 */
export function schemeOf(pan: string): Scheme | undefined {
  return schemeStarting(Number(pan.slice(0, 4)))
}

function schemeStarting(firstFour: number): Scheme | undefined {
  for (const scheme of schemes) {
    for (const [from, to] of scheme.ranges) {
      if (firstFour >= from && firstFour <= to) return scheme
    }
  }
  return undefined
}

/** The first four digits of Maestro numbers, which the gateway does not take. */
const maestro: Scheme['ranges'] = [
  [5000, 5099],
  [5600, 5899],
  [6000, 6999],
]

/** Whether the number of any card begins with these digits. */
export function beginsLikeCard(firstFour: number): boolean {
  return cardStarts[firstFour] === 1
}

/** Whether the scheme with these first four digits issues numbers of this length. */
export function isIssuedLength(firstFour: number, length: number): boolean {
  return schemeStarting(firstFour)?.lengths.includes(length) === true
}

/** Maestro numbers have any length from 12 to 19. */
export function isMaestro(firstFour: number): boolean {
  return maestro.some(([from, to]) => firstFour >= from && firstFour <= to)
}

/** For each four digits, whether a card's number begins with them: asked for every number in every text. */
const cardStarts = new Uint8Array(10_000)
for (const [from, to] of [maestro, ...schemes.map(({ ranges }) => ranges)].flat()) {
  cardStarts.fill(1, from, to + 1)
}

const panText = /^[0-9]{13,19}$/

export function isPan(text: string): boolean {
  return panText.test(text) && luhnSum(text, false) % 10 === 0
}

export function isLuhnValid(digits: string): boolean {
  return digits !== '' && luhnSum(digits, false) % 10 === 0
}

/** The check digit that makes the given digits Luhn-valid when it is appended. */
export function luhnDigit(digitsWithoutCheck: string): string {
  return String((10 - (luhnSum(digitsWithoutCheck, true) % 10)) % 10)
}

/** A masked PAN has the same type as the full one. */
export function cardType(pan: string): CardType {
  return schemeStarting(Number(pan.slice(0, 4)))?.type ?? ''
}

/** The types that numbers with these first digits can have; digits after the fourth decide nothing. */
export function cardTypesBeginning(pan: string): readonly CardType[] {
  const [known = ''] = /^[0-9]{0,4}/.exec(pan) ?? []
  const size = 10 ** (4 - known.length)
  const starts = Array.from({ length: size }, (_, i) => Number(known || 0) * size + i)
  return [...new Set(starts.map((firstFour) => schemeStarting(firstFour)?.type ?? ''))]
}

export function maskPan(pan: string): string {
  return pan.slice(0, 6) + 'x'.repeat(Math.max(0, pan.length - 10)) + pan.slice(-4)
}

// Masks are stored with x; the configured character is used when a response is written.
export function withMask(masked: string, character: string): string {
  return character === 'x' ? masked : masked.replaceAll('x', () => character)
}

/** Whether any card scheme's numbers start with this digit. */
export function startsLikeCard(digit: number): boolean {
  return schemes.some(({ ranges }) =>
    ranges.some(([from, to]) => Math.trunc(from / 1000) <= digit && digit <= to / 1000),
  )
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

// Numbers that payment providers publish for tests; no bank has issued any of them.
const published: ReadonlySet<string> = new Set(Object.values(file.cards).flat())

// Number families whose digits select a response of this sandbox.
const families = [/^400000[0-9]{10}$/, /^520000[0-9]{10}$/, /^340000[0-9]{9}$/]

/** The published numbers of one card scheme. */
export function testPans(scheme: CardType): readonly string[] {
  return file.cards[scheme]
}

/** Whether a number is a known test number. */
export function isTestPan(pan: string): boolean {
  return published.has(pan) || (families.some((family) => family.test(pan)) && isLuhnValid(pan))
}

/** The test number that has this mask; for a family, the one with zeros in the middle. */
export function testPanLike(masked: string): string | undefined {
  const plain = masked.replaceAll('x', '0')
  if (isTestPan(plain) && maskPan(plain) === masked) return plain
  return [...published].find((pan) => maskPan(pan) === masked)
}

/** More than a test suite uses; a client that counts through numbers must not fill the memory. */
const MOST_REMEMBERED = 1000

/** Caches the fingerprints of test cards, because suites pay with the same few cards. */
export function onceForTestCards(fingerprint: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>()
  return (text) => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = fingerprint(text)
    if (known.size < MOST_REMEMBERED && isTestPan(text)) known.set(text, made)
    return made
  }
}

import { type CardType, isLuhnValid, maskPan } from './card-number.ts'
import file from './test-cards.json' with { type: 'json' }

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

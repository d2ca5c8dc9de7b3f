import { isLuhnValid, maskPan } from './card.ts'
import file from './test-cards.json' with { type: 'json' }

// Numbers that payment providers publish for tests; no bank has ever issued one of them.
const published: ReadonlySet<string> = new Set(Object.values(file.cards).flat())

// Families whose digits ask this sandbox for an answer.
const families = [/^400000[0-9]{10}$/, /^520000[0-9]{10}$/, /^340000[0-9]{9}$/]

type Scheme = Exclude<keyof typeof file.cards, ''>

/** The published numbers of one card scheme. */
export function testPans(scheme: Scheme): readonly string[] {
  return file.cards[scheme]
}

/** Whether a number is known to belong to nobody. */
export function isTestPan(pan: string): boolean {
  return published.has(pan) || (families.some((family) => family.test(pan)) && isLuhnValid(pan))
}

/** The test number that looks so when it is masked; of a family, the one with zeros in between. */
export function testPanLike(masked: string): string | undefined {
  const plain = masked.replaceAll('x', '0')
  if (isTestPan(plain) && maskPan(plain) === masked) return plain
  return [...published].find((pan) => maskPan(pan) === masked)
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { luhnDigit } from '../../../src/domain/card/card.ts'
import { hideCardNumbers, maskWritten } from '../../../src/domain/card/card-number-in-text.ts'
import { hasLongNumber } from '../../../src/domain/card/grouped-digits.ts'

const visas = fc
  .integer({ min: 0, max: 999_999_999 })
  .map((rest) => `453914${String(rest).padStart(9, '0')}`)
  .map((digits) => digits + luhnDigit(digits))

const words = fc.string({ unit: fc.constantFrom('a', 'T', 'é', '"', '{', ':', ' ') })
const separators = fc.constantFrom('', ' ', '-', ' - ', '_', '+', '\u00a0', '\u2013')

const values = fc.dictionary(
  fc.string(),
  fc.oneof(fc.string(), fc.integer(), fc.array(fc.integer()), fc.boolean()),
)

/** The number in groups of four. */
function written(pan: string, separator: string): string {
  return (pan.match(/.{4}/g) ?? []).join(separator)
}

test('a card number is masked whatever stands between its groups and around it', () => {
  fc.assert(
    fc.property(visas, separators, words, words, (pan, separator, before, behind) => {
      const text = `${before}${written(pan, separator)}${behind}`
      expect(hasLongNumber(text)).toBe(true)
      const masked = `${pan.slice(0, 6)}xxxxxx${pan.slice(-4)}`
      expect(maskWritten(text)).toBe(`${before}${masked}${behind}`)
    }),
  )
})

test('JSON stays JSON, and only its texts change', () => {
  fc.assert(
    fc.property(visas, separators, values, (pan, separator, value) => {
      const document = { value, [`k ${written(pan, separator)}`]: written(pan, separator) }
      const read = JSON.parse(maskWritten(JSON.stringify(document))) as Record<string, unknown>
      expect(JSON.stringify(read)).not.toContain(written(pan, separator))
      expect(read[`k ${pan.slice(0, 6)}xxxxxx${pan.slice(-4)}`]).toMatch(/^453914x{6}/)
    }),
  )
})

test.each([
  ['order 12 4539 1488 0343 6467 13', 'order 12 453914xxxxxx6467 13'],
  ['4539 1488 0343 6467 123', '453914xxxxxx6467 123'],
  ['/v1/4539-1488-0343-6467', '/v1/453914xxxxxx6467'],
  ['3742 454554 00126', '374245xxxxx0126'],
  ['4539 1488 0343 6468', '4539 1488 0343 6468'],
  ['12026-4539-1488-0343-6467', '12026-453914xxxxxx6467'],
  ['2026-03-10 2026-03-11', '2026-03-10 2026-03-11'],
  ['{"a":[4539,1488,343,6467]}', '{"a":[4539,1488,343,6467]}'],
  ['a1b2c3d4-0000-4539-1488-034364670000', 'a1b2c3d4-0000-4539-1488-034364670000'],
])('%s is written down as %s', (text, shown) => {
  expect(maskWritten(text)).toBe(shown)
})

test('what a rule waits for keeps its form', () => {
  expect(hideCardNumbers('for 4539-1488-0343-6467*', '?')).toBe('for 4539-14??-????-6467*')
})

test('a very long text takes no longer for each of its characters', () => {
  const start = performance.now()
  for (const part of ['4', '4 ', '4-4', '4539 1488 0343 6468 ']) maskWritten(part.repeat(20_000))
  expect(performance.now() - start).toBeLessThan(10_000)
})

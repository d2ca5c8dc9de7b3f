import fc from 'fast-check'
import { expect, test } from 'vitest'
import { luhnDigit } from '../../../src/domain/card/card.ts'
import { hasCardNumber, maskCardNumbers } from '../../../src/domain/card/card-number-in-text.ts'

test.each([
  ['4444333322221111', '444433xxxxxx1111'],
  ['paid with 4444333322221111, thanks', 'paid with 444433xxxxxx1111, thanks'],
  ['a4444333322221111b378282246310005', 'a444433xxxxxx1111b378282xxxxx0005'],
  ['4222222222222', '422222xxx2222'],
  ['{"pan":"30569309025904"}', '{"pan":"305693xxxx5904"}'],
])('"%s" is written as "%s"', (text, masked) => {
  expect(maskCardNumbers(text)).toBe(masked)
  expect(hasCardNumber(text)).toBe(true)
  expect(hasCardNumber(masked)).toBe(false)
})

test.each([
  ['', 'empty'],
  ['order 4711', 'a short number'],
  ['4444333322221112', 'a wrong check digit'],
  ['44443333222211110', 'part of a longer number'],
  ['4444 3333 2222 1111', 'digits apart'],
  ['9444333322221110', 'a virtual card number'],
  ['1234567812345670', 'no known prefix'],
  ['37828224631000500000', 'too long for any card'],
  ['44443333222218', 'a length that the scheme lacks'],
  ['444433xxxxxx1111', 'masked already'],
])('"%s" stays as it is: %s', (text) => {
  expect(maskCardNumbers(text)).toBe(text)
  expect(hasCardNumber(text)).toBe(false)
})

test('a card number is found wherever it stands', () => {
  const words = fc.string().map((text) => text.replace(/\d/g, '-'))
  const body = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 14, maxLength: 14 })
  fc.assert(
    fc.property(words, body, words, (before, middle, behind) => {
      const pan = `4${middle}${luhnDigit(`4${middle}`)}`
      const masked = `${pan.slice(0, 6)}xxxxxx${pan.slice(-4)}`
      expect(maskCardNumbers(before + pan + behind)).toBe(before + masked + behind)
      expect(hasCardNumber(before + pan + behind)).toBe(true)
    }),
  )
})

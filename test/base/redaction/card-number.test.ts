import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cardType,
  isLuhnValid,
  isPan,
  luhnDigit,
  maskPan,
  schemeOf,
  startsLikeCard,
  withMask,
} from '../../../src/base/redaction/card-number.ts'
import { assumptionsWith, defaultAssumptions } from '../../../src/domain/assumptions/assumptions.ts'
import { isVirtualPan } from '../../../src/domain/card.ts'

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })

test.each([
  ['4444333322221111', 'visa'],
  ['4000000000000051', 'visa'],
  ['4222222222222', 'visa'],
  ['5200000000000007', 'mastercard'],
  ['5105105105105100', 'mastercard'],
  ['5555555555554444', 'mastercard'],
  ['2221000000000009', 'mastercard'],
  ['2720990000000000', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['378282246310005', 'amex'],
  ['340000000000009', 'amex'],
  ['30569309025904', 'diners'],
  ['38520000023237', 'diners'],
  ['36227206271667', 'diners'],
  ['3530111333300000', 'jcb'],
  ['3528000000000007', 'jcb'],
  ['6200000000000005', 'unionpay'],
  ['6011111111111117', 'discover'],
  ['6445644564456445', 'discover'],
  ['6500000000000002', 'discover'],
  ['2220990000000000', ''],
  ['2721000000000000', ''],
  ['5000000000000000', ''],
  ['5600000000000000', ''],
  ['3527000000000000', ''],
  ['9000000000000001', ''],
])('%s is of type "%s", masked or not', (pan, type) => {
  expect(cardType(pan)).toBe(type)
  expect(cardType(maskPan(pan))).toBe(type)
})

test.each([
  ['4444333322221111', true],
  ['4444333322221112', false],
  ['378282246310005', true],
  ['6304000000000000000', true],
  ['422222222222', false],
  ['44443333222211110000', false],
  ['4444 3333 2222 1111', false],
  ['444433332222111x', false],
  ['', false],
])('"%s": card number %s', (text, expected) => {
  expect(isPan(text)).toBe(expected)
})

test('the check digit makes any number valid, and no other digit does', () => {
  fc.assert(
    fc.property(digits(1, 18), (body) => {
      const valid = [...'0123456789'].filter((digit) => isLuhnValid(body + digit))
      expect(valid).toEqual([luhnDigit(body)])
    }),
  )
})

test('a masked number keeps its length, its first six and its last four digits', () => {
  fc.assert(
    fc.property(digits(13, 19), (pan) => {
      const masked = maskPan(pan)
      expect(masked).toHaveLength(pan.length)
      expect(masked).toMatch(/^\d{6}x{3,9}\d{4}$/)
      expect([masked.slice(0, 6), masked.slice(-4)]).toEqual([pan.slice(0, 6), pan.slice(-4)])
    }),
  )
})

test.each([
  ['x', '444433xxxxxx1111'],
  ['*', '444433******1111'],
  ['$', '444433$$$$$$1111'],
])('the mask character can be %s', (character, expected) => {
  expect(withMask('444433xxxxxx1111', character)).toBe(expected)
})

test.each([
  ['4444333322221111', true],
  ['44443333222211', false],
  ['378282246310005', true],
  ['3782822463100050', false],
  ['9444333322221111', false],
])('%s has a length of its scheme: %s', (pan, expected) => {
  expect(schemeOf(pan)?.lengths.includes(pan.length) ?? false).toBe(expected)
})

test('card numbers begin with 2, 3, 4, 5, 6 or 8', () => {
  const digits = Array.from({ length: 10 }, (_, digit) => digit)
  expect(digits.filter(startsLikeCard)).toEqual([2, 3, 4, 5, 6, 8])
})

test('a virtual card number starts with 9, or as it is assumed to', () => {
  expect(isVirtualPan('9000000000000001', defaultAssumptions)).toBe(true)
  expect(isVirtualPan('4000000000000051', defaultAssumptions)).toBe(false)
  const other = assumptionsWith({ virtual_pan: { first_digit: 7 } })
  expect(isVirtualPan('9000000000000001', other)).toBe(false)
  expect(isVirtualPan('7000000000000001', other)).toBe(true)
})

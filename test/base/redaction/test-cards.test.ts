import { expect, test } from 'vitest'
import {
  cardType,
  isPan,
  isTestPan,
  schemeOf,
  testPans,
} from '../../../src/base/redaction/card-number.ts'

const schemes = ['visa', 'mastercard', 'amex', 'diners', 'jcb', 'unionpay', 'discover'] as const

test.each(schemes)('every published %s number is a good number of its scheme', (scheme) => {
  const pans = testPans(scheme)
  expect(pans.length).toBeGreaterThan(3)
  expect(new Set(pans).size).toBe(pans.length)
  expect(pans.filter((pan) => !isPan(pan) || !schemeOf(pan)?.lengths.includes(pan.length))).toEqual(
    [],
  )
  expect(new Set(pans.map(cardType))).toEqual(new Set([scheme]))
})

test.each([
  ['4242424242424242', true],
  ['4444333322221111', true],
  ['5019717010103742', true],
  ['4000000000000051', true],
  ['4000000000000052', false],
  ['4000000000009805', true],
  ['4532015112830366', false],
  ['4111111111111112', false],
  ['', false],
])('%s is a test number: %s', (pan, expected) => {
  expect(isTestPan(pan)).toBe(expected)
})

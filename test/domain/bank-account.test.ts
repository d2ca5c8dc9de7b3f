import { expect, test } from 'vitest'
import { isAccountNumber, maskAccountNumber, normaliseBsb } from '../../src/domain/bank-account.ts'

test.each([
  ['032-051', '032-051'],
  ['032051', '032-051'],
  ['32051', undefined],
  ['0320511', undefined],
  ['03-2051', undefined],
  ['032 051', undefined],
  ['032-05a', undefined],
  ['', undefined],
])('the BSB "%s" is answered as %s', (text, expected) => {
  expect(normaliseBsb(text)).toBe(expected)
})

test.each([
  ['1', true],
  ['000123', true],
  ['123456789', true],
  ['1234567890', false],
  ['12-34', false],
  ['', false],
])('"%s": account number %s', (text, expected) => {
  expect(isAccountNumber(text)).toBe(expected)
})

test.each([
  ['1', 'x'],
  ['12345', 'xxxxx'],
  ['123456', 'xxx456'],
  ['001234567', 'xxxxxx567'],
])('the account number %s is masked as %s', (text, expected) => {
  expect(maskAccountNumber(text)).toBe(expected)
})

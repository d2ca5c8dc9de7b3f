import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moneyText, parseAmount } from '../../src/domain/money.ts'

test('an amount in cents is read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9_999_999_999 }), (cents) => {
      expect(parseAmount(String(cents))).toBe(cents)
    }),
  )
})

test.each([
  ['0'],
  ['01'],
  [''],
  ['-1'],
  ['+1'],
  ['1.00'],
  ['1,000'],
  ['1e3'],
  [' 1'],
  ['1\n'],
  ['10000000000'],
  ['１'],
  [100],
  [null],
  [undefined],
  [['1']],
  [{}],
])('%j is no amount', (value) => {
  expect(parseAmount(value)).toBeUndefined()
})

test.each([
  [4995, 'AUD', 'AUD 49.95'],
  [104_995, 'AUD', 'AUD 1,049.95'],
  [5, 'USD', 'USD 0.05'],
  [-123_456_789, 'NZD', 'NZD -1,234,567.89'],
  [1000, 'JPY', 'JPY 1,000'],
  [12_345, 'KWD', 'KWD 12.345'],
  [12_345, 'UYW', 'UYW 1.2345'],
  [0, 'AUD', 'AUD 0.00'],
  [4995, '', '49.95'],
])('%i of %j is shown as %s', (amount, currency, shown) => {
  expect(moneyText(amount, currency)).toBe(shown)
})

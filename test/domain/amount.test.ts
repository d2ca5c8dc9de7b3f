import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAmount } from '../../src/domain/money.ts'

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

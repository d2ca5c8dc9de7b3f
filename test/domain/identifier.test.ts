import { expect, test } from 'vitest'
import { isIdentifier } from '../../src/domain/identifier.ts'

test.each([
  [1, true],
  [2_147_483_647, true],
  [0, false],
  [-1, false],
  [1.5, false],
  [2_147_483_648, false],
  [Number.NaN, false],
  ['5', false],
  [[5], false],
  [undefined, false],
])('%j identifies something: %s', (value, expected) => {
  expect(isIdentifier(value)).toBe(expected)
})

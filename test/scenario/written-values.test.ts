import { expect, test } from 'vitest'
import {
  chanceText,
  milliseconds,
  parseAfter,
  parseChance,
  parseElapsed,
  parseWindow,
} from '../../src/scenario/written-values.ts'

test.each([
  ['0s', 0],
  ['500ms', 500],
  ['1h30m', 5_400_000],
  ['24h', 86_400_000],
  ['24h1s', undefined],
  ['25h', undefined],
  ['1 banking day', undefined],
  ['soon', undefined],
])('a delay of %s is %s ms', (text, ms) => {
  expect(parseElapsed(text)).toBe(ms)
  if (ms === undefined) expect(() => milliseconds(text)).toThrow(`'${text}' has not been checked`)
  else expect(milliseconds(text)).toBe(ms)
})

test.each([
  ['0s', undefined],
  ['1s', 1000],
  ['3d', 3 * 86_400_000],
  ['1 banking day', undefined],
  ['soon', undefined],
])('a window of %s is %s ms', (text, ms) => {
  expect(parseWindow(text)).toBe(ms)
})

test.each([
  ['0%', undefined],
  ['0.000001%', 0.00000001],
  ['0.5%', 0.005],
  ['10%', 0.1],
  ['100%', 1],
  ['101%', undefined],
  ['10', undefined],
])('a chance of %s is %s', (text, chance) => {
  expect(parseChance(text)).toBe(chance)
})

test('a chance is shown as a percentage, without the noise of a division', () => {
  expect([1, 0.1, 1 / 3, 0.005].map(chanceText)).toEqual(['100%', '10%', '33.333333%', '0.5%'])
})

test.each([
  ['clearance', { kind: 'clearance' }],
  ['return', { kind: 'return' }],
  ['1 banking day after lodging', { kind: 'after-lodging', days: 1 }],
  ['5 banking days after lodging', { kind: 'after-lodging', days: 5 }],
  ['5m', { kind: 'elapsed', ms: 300_000 }],
  ['later', undefined],
])('a move after %s', (text, after) => {
  expect(parseAfter(text)).toEqual(after)
})

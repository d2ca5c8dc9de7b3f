import { expect, test } from 'vitest'
import {
  hitsText,
  isSpent,
  ownRules,
  ruleCount,
  scenarioHits,
} from '../../../src/scenario/describe/rule-counts.ts'

const rules = ['checkout/a', 'default/x', 'default/y', 'shared/z'].map((id) => ({ id }))

test('a scenario’s own rules are told apart from those of each that it extends', () => {
  expect(ruleCount('checkout', rules)).toBe('1 rule, 2 of default, and 1 of shared')
  expect(ruleCount('default', rules.slice(1, 3))).toBe('2 rules')
  expect(ruleCount('empty', [])).toBe('0 rules')
  expect(ownRules('checkout', rules)).toEqual([{ id: 'checkout/a' }])
})

test('hits are shown next to the limit that they count towards', () => {
  expect(hitsText({ hits: 2, times: null, per: null })).toBe('2')
  expect(hitsText({ hits: 2, times: 3, per: null })).toBe('2 of 3')
  // One for each of two references is not two of one.
  expect(hitsText({ hits: 2, times: 1, per: 'reference' })).toBe('2')
})

test('the hits of what a scenario extends are not its own', () => {
  const rules = [
    { id: 'flaky-day/lost', hits: 2 },
    { id: 'default/pan-51', hits: 3 },
    { id: 'flaky-day/slow', hits: 1 },
  ]
  expect(scenarioHits('flaky-day', rules)).toEqual({ hits: 3, extended_hits: 3 })
  expect(scenarioHits('default', rules.slice(1, 2))).toEqual({ hits: 3, extended_hits: 0 })
})

test.each([
  [{ hits: 0, times: 1, per: null }, false],
  [{ hits: 1, times: 1, per: null }, true],
  [{ hits: 5, times: null, per: null }, false],
  [{ hits: 5, times: 1, per: 'reference' }, false],
])('%j is used up: %s', (rule, spent) => {
  expect(isSpent(rule)).toBe(spent)
})

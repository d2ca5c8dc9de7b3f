import { expect, test } from 'vitest'
import { isSpent } from '../../../src/scenario/telling/hits-text.ts'
import { scenarioHits } from '../../../src/scenario/telling/scenario-hits.ts'

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

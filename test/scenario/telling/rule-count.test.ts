import { expect, test } from 'vitest'
import { ownRules, ruleCount } from '../../../src/scenario/telling/rule-count.ts'

const rules = ['checkout/a', 'default/x', 'default/y', 'shared/z'].map((id) => ({ id }))

test('a scenario’s own rules are told from those of each that it extends', () => {
  expect(ruleCount('checkout', rules)).toBe('1 rule, 2 of default, and 1 of shared')
  expect(ruleCount('default', rules.slice(1, 3))).toBe('2 rules')
  expect(ruleCount('empty', [])).toBe('0 rules')
  expect(ownRules('checkout', rules)).toEqual([{ id: 'checkout/a' }])
})

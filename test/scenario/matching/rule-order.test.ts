import { expect, test } from 'vitest'
import { isOf, linearOrder, ruleOrder } from '../../../src/scenario/matching/rule-order.ts'
import type { Scenario } from '../../../src/scenario/rule.ts'

function scenario(name: string, ids: readonly string[], lineage?: Scenario['lineage']): Scenario {
  const rules = ids.map((id) => ({ id, rule: { name: id, when: {}, outcome: {} } }))
  return { name, description: '', rules, ...(lineage && { lineage }) }
}

const idsOf = (scenarios: readonly Scenario[]) => ruleOrder(scenarios).map(({ id }) => id)

test('own rules of all scenarios come first, then those of their bases, each base once', () => {
  const left = scenario(
    'left',
    ['left/a', 'base/a', 'root/a'],
    [
      { name: 'left', extends: ['base'] },
      { name: 'base', extends: ['root'] },
      { name: 'root', extends: [] },
    ],
  )
  const right = scenario(
    'right',
    ['right/a', 'root/a', 'other/a'],
    [
      { name: 'right', extends: ['root', 'other'] },
      { name: 'root', extends: [] },
      { name: 'other', extends: [] },
    ],
  )
  expect(idsOf([left, right])).toEqual(['left/a', 'right/a', 'base/a', 'root/a', 'other/a'])
  expect(idsOf([right, left])).toEqual(['right/a', 'left/a', 'other/a', 'base/a', 'root/a'])
})

test('a base that is loaded itself stands where it was loaded, behind what extends it', () => {
  const top = scenario(
    'top',
    ['top/a', 'base/a'],
    [
      { name: 'top', extends: ['base'] },
      { name: 'base', extends: [] },
    ],
  )
  const base = scenario('base', ['base/a', 'base/b'], [{ name: 'base', extends: [] }])
  expect(idsOf([top, base])).toEqual(['top/a', 'base/a', 'base/b'])
})

test('rules of scenarios that do not say what they extend stay in their order at the end', () => {
  expect(idsOf([scenario('old', ['old/a', 'base/b', 'base/a'])])).toEqual([
    'old/a',
    'base/b',
    'base/a',
  ])
})

test('a rule belongs to the scenario of its whole name', () => {
  const rule = { id: 'base/a', rule: { name: 'a', when: {}, outcome: {} } }
  expect(['base', 'bas', 'base/a'].map((name) => isOf(name)(rule))).toEqual([true, false, false])
})

test('each name comes once, before all that it leads to, and names in a circle come too', () => {
  const links: Readonly<Record<string, readonly string[]>> = {
    ...{ a: ['c', 'd'], b: ['c'], c: ['e'], d: ['e'], e: [] },
    ...{ x: ['y'], y: ['x'] },
  }
  const order = (...roots: readonly string[]) => linearOrder(roots, (name) => links[name] ?? [])
  expect(order('a', 'b')).toEqual(['a', 'd', 'b', 'c', 'e'])
  expect(order('b', 'a')).toEqual(['b', 'a', 'c', 'd', 'e'])
  expect(order('x')).toEqual(['x', 'y'])
})

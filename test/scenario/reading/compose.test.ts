import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amongLoaded, composeScenario } from '../../../src/scenario/reading/compose.ts'
import type { ScenarioDocument } from '../../../src/scenario/scenario-document.ts'

function library(...documents: readonly ScenarioDocument[]) {
  return (name: string) => documents.find((document) => document.name === name)
}

function scenario(name: string, bases: readonly string[] = []): ScenarioDocument {
  return { name, extends: bases, rules: [{ name: 'rule', outcome: {} }] }
}

test('the rules of what is extended come behind, in order, all the way down, once each and behind all that extend them', () => {
  const find = library(
    scenario('base'),
    scenario('left', ['base']),
    scenario('right', ['base', 'far']),
    scenario('far'),
  )
  const composed = composeScenario(scenario('top', ['left', 'right']), find)
  expect(composed.rules.map(({ id }) => id)).toEqual([
    'top/rule',
    'left/rule',
    'right/rule',
    'base/rule',
    'far/rule',
  ])
})

test('name and description are those of the scenario itself', () => {
  expect(composeScenario({ name: 'a' }, library())).toEqual({
    name: 'a',
    description: '',
    rules: [],
    lineage: [{ name: 'a', extends: [] }],
  })
  expect(composeScenario({ name: 'a', description: 'b' }, library()).description).toBe('b')
})

test('the rules of a scenario that is loaded are taken as they are', () => {
  const loaded = composeScenario(scenario('mine', ['base']), library(scenario('base')))
  const find = library(scenario('far'))
  const top = composeScenario(scenario('top', ['mine', 'far']), find, {
    loaded: amongLoaded([loaded]),
  })
  expect(top.rules.map(({ id }) => id)).toEqual(['top/rule', 'mine/rule', 'base/rule', 'far/rule'])
})

test('naming a base twice, or one that another base has, changes nothing', () => {
  const names = ['a', 'b', 'c', 'd']
  fc.assert(
    fc.property(fc.subarray(names), fc.subarray(names), (first, second) => {
      const find = library(...names.map((name, i) => scenario(name, names.slice(i + 1, i + 2))))
      const once = composeScenario(scenario('top', [...first, ...second]), find)
      const twice = composeScenario(scenario('top', [...first, ...second, ...first]), find)
      expect(twice).toEqual(once)
      expect(new Set(once.rules.map(({ id }) => id)).size).toBe(once.rules.length)
    }),
  )
})

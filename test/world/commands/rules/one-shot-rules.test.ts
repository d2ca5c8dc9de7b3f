import { expect, test } from 'vitest'
import type { Rule } from '../../../../src/scenario/rule.ts'
import {
  addOneShots,
  clearOneShots,
  type NumberedRule,
  removeOneShot,
} from '../../../../src/world/commands/rules/one-shot-rules.ts'
import { readMeta } from '../../../../src/world/records/meta.ts'
import type { World } from '../../../../src/world/world.ts'
import { bareWorld, make } from '../../../support/bare-world.ts'
import { useRules } from '../../../support/rules.ts'
import { NOON, refusalOf } from '../../../support/transaction.ts'

/** A rule that declines purchases, once unless told otherwise. */
function declining(name: string | undefined, changes: Partial<Rule> = {}): NumberedRule {
  return (number) => {
    const own = name ?? `rule-${number}`
    const rule = { name: own, when: {}, times: 1, outcome: { responseCode: '51' }, ...changes }
    return { id: `rules/${own}`, rule }
  }
}

const namesIn = (world: World) => world.rules.oneShots.map(({ rule }) => rule.name)
const hitsOf = (world: World, id: string) => world.rules.countOf(id)?.hits

test('rules without a name are numbered, and a number is never given again', () => {
  const { world } = bareWorld(NOON)
  addOneShots(world, [declining(undefined), declining('own'), declining(undefined)])
  expect(namesIn(world)).toEqual(['rule-1', 'own', 'rule-3'])
  removeOneShot(world, 'rule-3')
  addOneShots(world, [declining('rule-5')])
  addOneShots(world, [declining(undefined)])
  expect(namesIn(world)).toEqual(['rule-1', 'own', 'rule-5', 'rule-6'])
})

test('rules are stored, and read again with the records', () => {
  const { world } = bareWorld(NOON)
  addOneShots(world, [declining('one'), declining('two')])
  expect(readMeta(world.records, 'one_shots')).toMatchObject({
    rules: [{ id: 'rules/one' }, { id: 'rules/two' }],
    last: 2,
  })
  const { world: next } = bareWorld(NOON, 'frozen', undefined, { records: world.records })
  expect(namesIn(next)).toEqual(['one', 'two'])
  expect(make(next).responseCode).toBe('51')
})

test('two waiting rules cannot have one name, whether they come together or not', () => {
  const { world } = bareWorld(NOON)
  const add = (...names: readonly string[]) =>
    refusalOf(() =>
      addOneShots(
        world,
        names.map((name) => declining(name)),
      ),
    )
  expect(add('one', 'one')).toBe('invalid_format')
  expect(namesIn(world)).toEqual([])
  expect(add('one')).toBeUndefined()
  expect(add('two', 'one')).toBe('invalid_format')
  expect(namesIn(world)).toEqual(['one'])
})

test('the name of a used-up rule can be given again: the old one goes, and its count', () => {
  const { world } = bareWorld(NOON)
  addOneShots(world, [declining('one'), declining('two')])
  make(world)
  expect(hitsOf(world, 'rules/one')).toBe(1)
  addOneShots(world, [declining('one')])
  expect(namesIn(world)).toEqual(['two', 'one'])
  expect(hitsOf(world, 'rules/one')).toBeUndefined()
  expect([make(world), make(world), make(world)].map((one) => one.responseCode)).toEqual([
    '51',
    '51',
    '00',
  ])
})

test('a thousand rules can wait, and no more', () => {
  const { world } = bareWorld(NOON)
  const some = (count: number) => Array.from({ length: count }, () => declining(undefined))
  expect(refusalOf(() => addOneShots(world, some(1001)))).toBe('out_of_range')
  addOneShots(world, some(999))
  expect(refusalOf(() => addOneShots(world, some(2)))).toBe('out_of_range')
  addOneShots(world, some(1))
  expect(world.rules.oneShots).toHaveLength(1000)
  expect(refusalOf(() => addOneShots(world, some(1)))).toBe('out_of_range')
})

test('the last hundred used-up rules stay to be seen, in their places', () => {
  const { world } = bareWorld(NOON)
  addOneShots(world, [declining('waits', { skip: 1000 })])
  for (let i = 0; i < 102; i += 1) {
    addOneShots(world, [declining(`used-${i}`)])
    make(world)
  }
  addOneShots(world, [declining('new')])
  const names = namesIn(world)
  expect(names).toHaveLength(102)
  expect([names[0], names[1], names.at(-2), names.at(-1)]).toEqual([
    'waits',
    'used-2',
    'used-101',
    'new',
  ])
})

test('a removed rule takes its count along; those of others stay', () => {
  const { world } = bareWorld(NOON)
  useRules(world, { when: {}, times: 9, outcome: { kvps: {} } })
  addOneShots(world, [declining('one'), declining('two')])
  make(world)
  make(world)
  removeOneShot(world, 'one')
  expect(namesIn(world)).toEqual(['two'])
  const counted = world.records.keys('rules')
  expect(counted).toContain('rules/two')
  expect(counted).not.toContain('rules/one')
})

test('counts of scenarios outlive the coming and going of one-shot rules', () => {
  const { world } = bareWorld(NOON)
  useRules(world, { when: {}, times: 9, outcome: { responseCode: '05' } })
  make(world)
  addOneShots(world, [declining('one')])
  expect(hitsOf(world, 'test/rule-1')).toBe(1)
  clearOneShots(world)
  expect(hitsOf(world, 'test/rule-1')).toBe(1)
})

test('a rule that does not exist cannot be removed, and one like it is named', () => {
  const { world } = bareWorld(NOON)
  addOneShots(world, [declining('broke')])
  expect(() => removeOneShot(world, 'brok')).toThrow(
    "There is no one-shot rule 'brok', did you mean 'broke'?",
  )
})

test('a rule that holds for a while holds from when it is added', () => {
  const { world } = bareWorld(NOON)
  addOneShots(world, [declining('short', { window: { ms: 1000, since: 'load' } })])
  expect(world.rules.countOf('rules/short')).toEqual({
    id: 'rules/short',
    seen: 0,
    hits: 0,
    from: NOON,
  })
})

test('watchers hear which rules came and went; clearing none is not told', () => {
  const { world } = bareWorld(NOON)
  useRules(world)
  const told: unknown[] = []
  world.events.listen((event) => told.push(event))
  expect(clearOneShots(world)).toBe(0)
  addOneShots(world, [declining('one'), declining('two')])
  addOneShots(world, [declining('three')])
  removeOneShot(world, 'two')
  expect(clearOneShots(world)).toBe(2)
  const heard = (change: string, ...names: readonly string[]) => ({
    type: 'scenario',
    scenarios: ['test'],
    oneShots: { change, names },
  })
  expect(told).toEqual([
    heard('added', 'one', 'two'),
    heard('added', 'three'),
    heard('removed', 'two'),
    heard('removed', 'one', 'three'),
  ])
})

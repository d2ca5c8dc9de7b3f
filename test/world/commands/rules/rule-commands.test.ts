import { expect, test } from 'vitest'
import type { Rule, Scenario } from '../../../../src/scenario/rule.ts'
import {
  changeScenarios,
  loading,
  renewScenario,
  replacing,
  unloading,
} from '../../../../src/world/commands/rules/rule-commands.ts'
import { readMeta } from '../../../../src/world/records/meta.ts'
import type { World } from '../../../../src/world/world.ts'
import { bareWorld, make } from '../../../support/bare-world.ts'
import { NOON, refusalOf } from '../../../support/transaction.ts'

/** A scenario with one rule, which gives a code to everything. */
function scenario(name: string, responseCode = '51', changes: Partial<Rule> = {}): Scenario {
  const rule = { name: 'all', when: {}, times: 100, outcome: { responseCode }, ...changes }
  return { name, description: '', rules: [{ id: `${name}/all`, rule }] }
}

const load = (world: World, ...added: readonly Scenario[]) =>
  changeScenarios(
    world,
    loading(() => added),
  )
const namesIn = (world: World) => world.rules.scenarios.map(({ name }) => name)
const hitsOf = (world: World, name: string) => world.rules.countOf(`${name}/all`)?.hits ?? 0

function heardIn(world: World) {
  const heard: (readonly string[])[] = []
  world.events.listen((event) => event.type === 'scenario' && heard.push(event.scenarios))
  return heard
}

test('a loaded scenario comes first, is stored, and watchers hear of it', () => {
  const { world } = bareWorld(NOON)
  const heard = heardIn(world)
  load(world, scenario('one', '51'))
  load(world, scenario('two', '05'))
  expect(heard).toEqual([
    ['one', 'default'],
    ['two', 'one', 'default'],
  ])
  expect(make(world).responseCode).toBe('05')
  expect(readMeta(world.records, 'scenarios')?.loaded.map(({ name }) => name)).toEqual(
    namesIn(world),
  )
})

test('a scenario that is loaded again begins again, in front; others keep their counts', () => {
  const { world } = bareWorld(NOON)
  load(world, scenario('one'))
  make(world)
  load(world, scenario('two'))
  make(world)
  expect([hitsOf(world, 'one'), hitsOf(world, 'two')]).toEqual([1, 1])
  load(world, scenario('one'))
  expect(namesIn(world)).toEqual(['one', 'two', 'default'])
  expect([hitsOf(world, 'one'), hitsOf(world, 'two')]).toEqual([0, 1])
})

test('an unloaded scenario takes its counts along', () => {
  const { world } = bareWorld(NOON)
  load(world, scenario('one'))
  make(world)
  load(world, scenario('two'))
  changeScenarios(world, unloading('one'))
  expect(namesIn(world)).toEqual(['two', 'default'])
  expect(world.records.keys('rules')).not.toContain('one/all')
  expect(() => changeScenarios(world, unloading('tow'))).toThrow(
    "No scenario 'tow' is loaded, did you mean 'two'?",
  )
})

test('where all scenarios are replaced, all counts begin again', () => {
  const { world } = bareWorld(NOON)
  load(world, scenario('one'))
  make(world)
  changeScenarios(
    world,
    replacing((inForce) => inForce.slice(0, 1)),
  )
  expect(namesIn(world)).toEqual(['one'])
  expect(hitsOf(world, 'one')).toBe(0)
})

test('a hundred scenarios can be loaded; one of them can be loaded again, another cannot', () => {
  const { world } = bareWorld(NOON)
  const many = Array.from({ length: 100 }, (_, i) => scenario(`s-${i}`))
  changeScenarios(
    world,
    replacing(() => many),
  )
  load(world, scenario('s-50'))
  expect(namesIn(world)[0]).toBe('s-50')
  expect(refusalOf(() => load(world, scenario('new')))).toBe('out_of_range')
  changeScenarios(world, unloading('s-50'))
  load(world, scenario('new'))
  expect(namesIn(world)).toHaveLength(100)
})

test('a rule that holds for a while holds from the load of its scenario', () => {
  const { world } = bareWorld(NOON)
  load(world, scenario('short', '51', { window: { ms: 1000, since: 'load' } }))
  expect(world.rules.countOf('short/all')).toMatchObject({ seen: 0, hits: 0, from: NOON })
})

/** A world whose start options have a scenario, as a file that may be edited. */
function watching(...scenarios: readonly Scenario[]) {
  const { world } = bareWorld(NOON)
  Object.assign(world.start, { scenarios })
  world.reset()
  return world
}

test('an edited scenario of the start options counts anew; others go on', () => {
  const world = watching(scenario('one', '51', { times: 1 }), scenario('two', '05'))
  make(world)
  make(world)
  expect([hitsOf(world, 'one'), hitsOf(world, 'two')]).toEqual([1, 1])
  const heard = heardIn(world)
  const edited = scenario('one', '33')
  Object.assign(world.start, { scenarios: [edited, scenario('two', '05')] })
  renewScenario(world, 'one', edited)
  expect([hitsOf(world, 'one'), hitsOf(world, 'two')]).toEqual([0, 1])
  expect(make(world).responseCode).toBe('33')
  expect(heard).toEqual([['one', 'two']])
})

test('where a world has its own list, an edited scenario is renewed in its place', () => {
  const { world } = bareWorld(NOON)
  load(world, scenario('one', '51', { times: 1 }))
  load(world, scenario('two', '05', { times: 1 }))
  make(world)
  make(world)
  expect([hitsOf(world, 'one'), hitsOf(world, 'two')]).toEqual([1, 1])
  renewScenario(world, 'one', scenario('renamed', '33'))
  expect(namesIn(world)).toEqual(['two', 'renamed', 'default'])
  expect([hitsOf(world, 'renamed'), hitsOf(world, 'two')]).toEqual([0, 1])
  expect(make(world).responseCode).toBe('33')
})

test('where a world has unloaded a scenario, its edit changes nothing', () => {
  const { world } = bareWorld(NOON)
  load(world, scenario('one'))
  changeScenarios(world, unloading('one'))
  const heard = heardIn(world)
  renewScenario(world, 'one', scenario('one', '33'))
  expect(namesIn(world)).toEqual(['default'])
  expect(heard).toEqual([])
})

test('an edited scenario begins its counts of the run again, and no other', () => {
  const ofRun = { counts: 'run' } as const
  const world = watching(
    scenario('one', '51', { ...ofRun, times: 1 }),
    scenario('two', '05', ofRun),
  )
  make(world)
  make(world)
  expect([hitsOf(world, 'one'), hitsOf(world, 'two')]).toEqual([1, 1])
  renewScenario(world, 'one', scenario('one', '51', ofRun))
  expect([hitsOf(world, 'one'), hitsOf(world, 'two')]).toEqual([0, 1])
})

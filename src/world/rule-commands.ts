import { didYouMean } from '../domain/nearest-word.ts'
import { problem } from '../domain/problem.ts'
import type { Scenario, ScenarioRule } from '../scenario/rule.ts'
import { turnOf, unseen } from '../scenario/rule-book.ts'
import type { Change } from './medium.ts'
import { metaChange } from './meta.ts'
import type { World } from './world.ts'

/** Puts a scenario in front of the others, in place of one of its name; its counts begin anew. */
export function loadScenario(world: World, scenario: Scenario): void {
  const others = world.rules.scenarios.filter(({ name }) => name !== scenario.name)
  enforce(world, { loaded: [scenario, ...others], staying: others })
}

/** These and no others, asked in this order; all counts begin anew. */
export function replaceScenarios(world: World, scenarios: readonly Scenario[]): void {
  enforce(world, { loaded: scenarios, staying: [] })
}

export function unloadScenario(world: World, name: string): void {
  const { scenarios } = world.rules
  const others = scenarios.filter((scenario) => scenario.name !== name)
  if (others.length === scenarios.length) {
    const known = scenarios.map((scenario) => scenario.name)
    const message = `No scenario '${name.slice(0, 60)}' is loaded${didYouMean(name, known)}`
    throw problem('not_found', message, ['path', 'name'])
  }
  enforce(world, { loaded: others, staying: others })
}

/** Puts a rule in front of everything, in place of one of its name. */
export function addOneShot(world: World, rule: ScenarioRule): void {
  const others = world.rules.oneShots.filter(({ id }) => id !== rule.id)
  const oneShots = [rule, ...others.filter((other) => !isUsedUp(world, other))]
  const { scenarios } = world.rules
  enforce(world, { loaded: scenarios, staying: scenarios, oneShots, begins: rule.id })
}

/** What a one-shot rule without a name is called: a number that no other has. */
export function oneShotNumber(world: World): number {
  const taken = new Set(world.rules.oneShots.map(({ id }) => id))
  let number = taken.size + 1
  while (taken.has(`rules/rule-${number}`)) number += 1
  return number
}

function isUsedUp(world: World, rule: ScenarioRule): boolean {
  return turnOf(rule, world.rules.countOf(rule.id) ?? unseen) === 'used up'
}

interface Enforced {
  readonly loaded: readonly Scenario[]
  /** Those that were loaded before and keep their counts. */
  readonly staying: readonly Scenario[]
  readonly oneShots?: readonly ScenarioRule[]
  readonly begins?: string
}

function enforce(world: World, { loaded, staying, oneShots, begins }: Enforced): void {
  const kept = oneShots ?? world.rules.oneShots
  const counted = new Set([...kept, ...staying.flatMap(({ rules }) => rules)].map(({ id }) => id))
  if (begins !== undefined) counted.delete(begins)
  const forgotten = world.records
    .lines('rules')
    .map((line) => (JSON.parse(line) as { readonly id: string }).id)
    .filter((id) => !counted.has(id))
    .map((key): Change => ({ table: 'rules', key, line: undefined }))
  world.commit([metaChange('scenarios', { loaded, oneShots: kept }), ...forgotten])
  world.rules.adopt(world.records, world.start.scenarios)
  world.events.tell({ type: 'scenario', scenarios: loaded.map(({ name }) => name) })
}

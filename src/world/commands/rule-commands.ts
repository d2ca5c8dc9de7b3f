import { didYouMean } from '../../document/nearest-word.ts'
import { maskCardNumbers } from '../../domain/card/card-number-in-text.ts'
import { problem } from '../../domain/problem.ts'
import { isOf } from '../../scenario/matching/rule-order.ts'
import type { Scenario } from '../../scenario/rule.ts'
import { readMeta, rulesChange } from '../records/meta.ts'
import { forgottenCounts } from '../rule-state.ts'
import type { World } from '../world.ts'

/** Each scenario is asked at every request. */
const MOST_SCENARIOS = 100

/** Puts a scenario in front of the others, in place of one of its name; its counts begin anew. */
export function loadScenario(world: World, scenario: Scenario): void {
  const others = world.rules.scenarios.filter(({ name }) => name !== scenario.name)
  if (others.length >= MOST_SCENARIOS) {
    const message = `${MOST_SCENARIOS} scenarios are loaded; unload one first`
    throw problem('out_of_range', message, 'scenario')
  }
  enforce(world, { loaded: [scenario, ...others], staying: others, begins: ownIds(scenario) })
}

/** These and no others, asked in this order; all counts begin anew. */
export function replaceScenarios(world: World, scenarios: readonly Scenario[]): void {
  enforce(world, { loaded: scenarios, staying: [], begins: [] })
}

/**
 * Takes up a scenario again in its own place; its counts begin anew. A world that has unloaded it
 * does without, and one that keeps none has those of the start options.
 */
export function renewScenario(world: World, formerName: string, scenario: Scenario): void {
  const loaded = readMeta(world.records, 'scenarios')?.loaded
  if (loaded === undefined) {
    const begins = new Set(ownIds(scenario))
    world.commit(forgottenCounts(world.records, (id) => !begins.has(id)))
    takeEffect(world)
    return
  }
  const staying = loaded.filter(({ name }) => name !== formerName)
  if (staying.length === loaded.length) return
  const renewed = loaded.map((one) => (one.name === formerName ? scenario : one))
  enforce(world, { loaded: renewed, staying, begins: ownIds(scenario) })
}

export function unloadScenario(world: World, given: string): void {
  const { scenarios } = world.rules
  const name = maskCardNumbers(given)
  const others = scenarios.filter((scenario) => scenario.name !== name)
  if (others.length === scenarios.length) {
    const known = scenarios.map((scenario) => scenario.name)
    const message = `No scenario '${name.slice(0, 60)}' is loaded${didYouMean(name, known)}`
    throw problem('not_found', message, 'scenario')
  }
  enforce(world, { loaded: others, staying: others, begins: [] })
}

/** Others that extend it have copies of its rules, which count together with it. */
function ownIds(scenario: Scenario): readonly string[] {
  return scenario.rules.filter(isOf(scenario.name)).map(({ id }) => id)
}

interface Enforced {
  readonly loaded: readonly Scenario[]
  /** Those that were loaded before and keep their counts. */
  readonly staying: readonly Scenario[]
  /** Rules whose counts begin anew, whoever has them. */
  readonly begins: readonly string[]
}

function enforce(world: World, { loaded, staying, begins }: Enforced): void {
  const { oneShots } = world.rules
  const kept = [...oneShots, ...staying.flatMap(({ rules }) => rules)]
  const counted = new Set(kept.map(({ id }) => id))
  for (const id of begins) counted.delete(id)
  world.commit([
    rulesChange(loaded, world.surroundings.fingerprint),
    ...forgottenCounts(world.records, (id) => counted.has(id)),
  ])
  takeEffect(world)
}

function takeEffect(world: World): void {
  world.rules.adopt(world.records, world.start.scenarios)
  const scenarios = world.rules.scenarios.map(({ name }) => name)
  world.events.tell({ type: 'scenario', scenarios })
}

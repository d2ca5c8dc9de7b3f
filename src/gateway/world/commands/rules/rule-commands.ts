import { redactText } from '../../../../base/redaction/redacted.ts'
import { problem } from '../../../../domain/problem.ts'
import { tooManyRules } from '../../../../scenario/library.ts'
import { isOf } from '../../../../scenario/matching/rule-order.ts'
import type { Scenario } from '../../../../scenario/rule.ts'
import { metaChange } from '../../records/meta.ts'
import { forgottenCounts } from '../../rule-state.ts'
import type { World } from '../../world.ts'
import { unknownName } from './unknown-name.ts'

/** Every request is matched against each scenario. */
const MOST_SCENARIOS = 100

/** The scenarios to put in force. */
interface Enforced {
  readonly loaded: readonly Scenario[]
  /** Scenarios that were loaded before and keep their counts. */
  readonly staying: readonly Scenario[]
  /** Ids of rules whose counts restart, in whichever scenario they are. */
  readonly begins: readonly string[]
}

/** Computes a change from the scenarios in force at that time; undefined if there is nothing to do. */
export type ScenarioChange = (inForce: readonly Scenario[]) => Enforced | undefined

/** Puts scenarios first, replacing those of the same name; their counts restart. */
export function loading(
  compose: (inForce: readonly Scenario[]) => readonly Scenario[],
): ScenarioChange {
  return (inForce) => {
    const added = compose(inForce)
    const names = added.map(({ name }) => name)
    const others = inForce.filter(({ name }) => !names.includes(name))
    if (others.length >= MOST_SCENARIOS) {
      const message = `${MOST_SCENARIOS} scenarios are loaded; unload one first`
      throw problem('out_of_range', message, 'scenario')
    }
    const loaded = bounded([...added, ...others])
    return { loaded, staying: others, begins: added.flatMap(ownIds) }
  }
}

/** Replaces all scenarios, in this order of priority; all counts restart. */
export function replacing(
  compose: (inForce: readonly Scenario[]) => readonly Scenario[],
): ScenarioChange {
  return (inForce) => ({ loaded: bounded(compose(inForce)), staying: [], begins: [] })
}

function bounded(scenarios: readonly Scenario[]): readonly Scenario[] {
  const message = tooManyRules(scenarios)
  if (message === undefined) return scenarios
  throw problem('out_of_range', `${message}; unload one first`, 'scenario')
}

export function unloading(given: string): ScenarioChange {
  const name = redactText(given)
  return (inForce) => {
    const others = inForce.filter((scenario) => scenario.name !== name)
    if (others.length === inForce.length) {
      const known = inForce.map((scenario) => scenario.name)
      const message = `No scenario '${name.slice(0, 60)}' is loaded`
      throw unknownName(message, 'scenario', { name, known })
    }
    return { loaded: others, staying: others, begins: [] }
  }
}

/** Replaces a scenario in its place; its counts restart. */
function renewing(formerName: string, scenario: Scenario): ScenarioChange {
  return (inForce) => {
    const staying = inForce.filter(({ name }) => name !== formerName)
    if (staying.length === inForce.length) return undefined
    const loaded = inForce.map((one) => (one.name === formerName ? scenario : one))
    return { loaded, staying, begins: ownIds(scenario) }
  }
}

/** Puts scenarios in force, all or none. */
export function changeScenarios(world: World, change: ScenarioChange): void {
  const enforced = change(world.rules.scenarios)
  if (enforced === undefined) return
  enforce(world, enforced)
}

/**
 * Applies a changed scenario of the start options. A world with its own list of scenarios updates
 * it only if it is still loaded; a world without one uses the start options.
 */
export function renewScenario(world: World, formerName: string, scenario: Scenario): void {
  world.environment.runCounts.restart(new Set(ownIds(scenario)))
  if (world.records.line('meta', 'scenarios') !== undefined) {
    changeScenarios(world, renewing(formerName, scenario))
    return
  }
  const begins = new Set(ownIds(scenario))
  world.commit(forgottenCounts(world.records, (id) => !begins.has(id)))
  takeEffect(world, world.start.scenarios)
}

/** Without the rules inherited from other scenarios: those count with the scenario that they come from. */
function ownIds(scenario: Scenario): readonly string[] {
  return scenario.rules.filter(isOf(scenario.name)).map(({ id }) => id)
}

function enforce(world: World, { loaded, staying, begins }: Enforced): void {
  const { temporaryRules } = world.rules
  const kept = [...temporaryRules, ...staying.flatMap(({ rules }) => rules)]
  const counted = new Set(kept.map(({ id }) => id))
  for (const id of begins) counted.delete(id)
  world.commit([
    metaChange('scenarios', { loaded }),
    ...forgottenCounts(world.records, (id) => counted.has(id)),
  ])
  takeEffect(world, loaded)
}

function takeEffect(world: World, scenarios: readonly Scenario[]): void {
  world.rules.adoptScenarios(scenarios)
  world.openWindows()
  world.events.emit({ type: 'scenario', scenarios: scenarios.map(({ name }) => name) })
}

import { didYouMean } from '../../../document/nearest-word.ts'
import { problem } from '../../../domain/problem.ts'
import { redactText } from '../../../domain/redaction/redacted.ts'
import { isOf } from '../../../scenario/matching/rule-order.ts'
import { sealedScenario } from '../../../scenario/matching/sealed-rule.ts'
import type { Scenario } from '../../../scenario/rule.ts'
import { metaChange } from '../../records/meta.ts'
import { forgottenCounts } from '../../rule-state.ts'
import type { World } from '../../world.ts'

/** Each scenario is asked at every request. */
const MOST_SCENARIOS = 100

/** Which scenarios are to be in force. */
interface Enforced {
  readonly loaded: readonly Scenario[]
  /** Those that were loaded before and keep their counts. */
  readonly staying: readonly Scenario[]
  /** Rules whose counts begin anew, whoever has them. */
  readonly begins: readonly string[]
}

/** A change of the scenarios, by those that are in force when it is made; nothing to do: undefined. */
export type ScenarioChange = (inForce: readonly Scenario[]) => Enforced | undefined

/** Puts scenarios in front of the others, in place of those of their names; their counts begin anew. */
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
    return { loaded: [...added, ...others], staying: others, begins: added.flatMap(ownIds) }
  }
}

/** These and no others, asked in this order; all counts begin anew. */
export function replacing(
  compose: (inForce: readonly Scenario[]) => readonly Scenario[],
): ScenarioChange {
  return (inForce) => ({ loaded: compose(inForce), staying: [], begins: [] })
}

export function unloading(given: string): ScenarioChange {
  const name = redactText(given)
  return (inForce) => {
    const others = inForce.filter((scenario) => scenario.name !== name)
    if (others.length === inForce.length) {
      const known = inForce.map((scenario) => scenario.name)
      const message = `No scenario '${name.slice(0, 60)}' is loaded${didYouMean(name, known)}`
      throw problem('not_found', message, 'scenario')
    }
    return { loaded: others, staying: others, begins: [] }
  }
}

/** Takes up a scenario again in its own place; its counts begin anew. */
function renewing(formerName: string, scenario: Scenario): ScenarioChange {
  return (inForce) => {
    const staying = inForce.filter(({ name }) => name !== formerName)
    if (staying.length === inForce.length) return undefined
    const loaded = inForce.map((one) => (one.name === formerName ? scenario : one))
    return { loaded, staying, begins: ownIds(scenario) }
  }
}

/** Seals the scenarios and lets them take effect as a whole. */
export function changeScenarios(world: World, change: ScenarioChange): void {
  const enforced = change(world.rules.scenarios)
  if (enforced === undefined) return
  enforce(world, enforced)
}

/**
 * The start options say something else now. A world that keeps scenarios of its own does without
 * those that it has unloaded, and one that keeps none has those of the start options.
 */
export function renewScenario(world: World, formerName: string, scenario: Scenario): void {
  if (world.records.line('meta', 'scenarios') !== undefined) {
    changeScenarios(world, renewing(formerName, scenario))
    return
  }
  const begins = new Set(ownIds(scenario))
  world.commit(forgottenCounts(world.records, (id) => !begins.has(id)))
  takeEffect(world, sealedFor(world, world.start.scenarios))
}

function sealedFor({ environment }: World, scenarios: readonly Scenario[]): readonly Scenario[] {
  return scenarios.map((scenario) => sealedScenario(scenario, environment.fingerprint))
}

/** Others that extend it have copies of its rules, which count together with it. */
function ownIds(scenario: Scenario): readonly string[] {
  return scenario.rules.filter(isOf(scenario.name)).map(({ id }) => id)
}

function enforce(world: World, { loaded, staying, begins }: Enforced): void {
  const { oneShots } = world.rules
  const scenarios = sealedFor(world, loaded)
  const kept = [...oneShots, ...staying.flatMap(({ rules }) => rules)]
  const counted = new Set(kept.map(({ id }) => id))
  for (const id of begins) counted.delete(id)
  world.commit([
    metaChange('scenarios', { loaded: scenarios, oneShots: [] }),
    ...forgottenCounts(world.records, (id) => counted.has(id)),
  ])
  takeEffect(world, scenarios)
}

function takeEffect(world: World, scenarios: readonly Scenario[]): void {
  world.rules.adoptScenarios(scenarios)
  world.events.tell({ type: 'scenario', scenarios: scenarios.map(({ name }) => name) })
}

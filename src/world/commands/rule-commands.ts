import { didYouMean } from '../../document/nearest-word.ts'
import { maskCardNumbers } from '../../domain/card/card-number-in-text.ts'
import { problem } from '../../domain/problem.ts'
import { turnOf, unseen } from '../../scenario/matching/rule-book.ts'
import { sealedRule } from '../../scenario/matching/sealed-rule.ts'
import type { Scenario, ScenarioRule } from '../../scenario/rule.ts'
import type { Change } from '../records/medium.ts'
import { rulesChange } from '../records/meta.ts'
import type { World } from '../world.ts'

/** Puts a scenario in front of the others, in place of one of its name; its counts begin anew. */
export function loadScenario(world: World, scenario: Scenario): void {
  const others = world.rules.scenarios.filter(({ name }) => name !== scenario.name)
  // Others that extend it have copies of its rules, which count together with it.
  const begins = scenario.rules.flatMap(({ id }) => (isOwn(id, scenario) ? [id] : []))
  enforce(world, { loaded: [scenario, ...others], staying: others, begins })
}

/** These and no others, asked in this order; all counts begin anew. */
export function replaceScenarios(world: World, scenarios: readonly Scenario[]): void {
  enforce(world, { loaded: scenarios, staying: [], begins: [] })
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

/** Puts a rule in front of everything, in place of one of its name; gives it as it is kept. */
export function addOneShot(world: World, given: ScenarioRule): ScenarioRule {
  const rule = sealedRule(given, world.surroundings.fingerprint)
  const others = world.rules.oneShots.filter(({ id }) => id !== rule.id)
  const oneShots = [rule, ...others.filter((other) => !isUsedUp(world, other))]
  const { scenarios } = world.rules
  enforce(world, { loaded: scenarios, staying: scenarios, oneShots, begins: [rule.id] })
  return rule
}

/** What a one-shot rule without a name is called: a number that no other has. */
export function oneShotNumber(world: World): number {
  const taken = new Set(world.rules.oneShots.map(({ id }) => id))
  let number = taken.size + 1
  while (taken.has(`rules/rule-${number}`)) number += 1
  return number
}

function isOwn(id: string, { name }: Scenario): boolean {
  return id.startsWith(`${name}/`)
}

function isUsedUp(world: World, rule: ScenarioRule): boolean {
  return turnOf(rule, world.rules.countOf(rule.id) ?? unseen) === 'used up'
}

interface Enforced {
  readonly loaded: readonly Scenario[]
  /** Those that were loaded before and keep their counts. */
  readonly staying: readonly Scenario[]
  readonly oneShots?: readonly ScenarioRule[]
  /** Rules whose counts begin anew, whoever has them. */
  readonly begins: readonly string[]
}

function enforce(world: World, { loaded, staying, oneShots, begins }: Enforced): void {
  const kept = oneShots ?? world.rules.oneShots
  const counted = new Set([...kept, ...staying.flatMap(({ rules }) => rules)].map(({ id }) => id))
  for (const id of begins) counted.delete(id)
  const forgotten = world.records
    .lines('rules')
    .map((line) => (JSON.parse(line) as { readonly id: string }).id)
    .filter((id) => !counted.has(id))
    .map((key): Change => ({ table: 'rules', key, line: undefined }))
  const { fingerprint } = world.surroundings
  world.commit([rulesChange({ loaded, oneShots: kept }, fingerprint), ...forgotten])
  world.rules.adopt(world.records, world.start.scenarios)
  world.events.tell({ type: 'scenario', scenarios: loaded.map(({ name }) => name) })
}

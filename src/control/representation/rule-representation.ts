import { inBatches } from '../../base/in-batches.ts'
import { formatDuration } from '../../domain/time/duration.ts'
import type { World } from '../../gateway/world/world.ts'
import { describeRule } from '../../scenario/describe/describe-rule.ts'
import { unseen } from '../../scenario/matching/counting.ts'
import type { ScenarioRule } from '../../scenario/rule.ts'
import { chanceText, parseChance, parseWindow } from '../../scenario/written-values.ts'
import type { RuleResponse, ScenariosResponse } from '../contract/calls/scenarios.ts'

/** Describing this many rules takes a few milliseconds. */
const BATCH = 50

/** All active rules, highest priority first. */
export async function scenariosAnswer(world: World): Promise<ScenariosResponse> {
  const { temporaryRules, scenarios } = world.rules
  const answers = (rules: readonly ScenarioRule[]) => rulesAnswer(world, rules)
  const rules = await answers(temporaryRules)
  const loaded: ScenariosResponse['scenarios'][number][] = []
  for (const { name, description, rules: own } of scenarios) {
    loaded.push({ name, description, rules: await answers(own) })
  }
  return { scenarios: loaded, rules }
}

export async function rulesAnswer(
  world: World,
  rules: readonly ScenarioRule[],
): Promise<RuleResponse[]> {
  return [...(await inBatches(rules, (rule) => ruleAnswer(world, rule), BATCH))]
}

export function ruleAnswer(world: World, { id, rule }: ScenarioRule): RuleResponse {
  const { hits, seen } = world.rules.countOf(id) ?? unseen
  return {
    id,
    name: rule.name,
    hits,
    seen,
    times: rule.times ?? null,
    skip: rule.skip ?? 0,
    every: rule.every ?? null,
    chance: rule.chance === undefined ? null : chanceText(parseChance(rule.chance) ?? 1),
    per: rule.per ?? null,
    for: rule.for === undefined ? null : formatDuration(parseWindow(rule.for) ?? 0),
    since: rule.for === undefined ? null : (rule.since ?? 'load'),
    counts: rule.counts ?? 'world',
    when: rule.when,
    effect: describeRule(rule),
  }
}

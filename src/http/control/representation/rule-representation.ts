import { formatDuration } from '../../../domain/time/duration.ts'
import { describeRule } from '../../../scenario/describe/describe-rule.ts'
import { unseen } from '../../../scenario/matching/counting.ts'
import type { ScenarioRule } from '../../../scenario/rule.ts'
import { chanceText, parseChance, parseWindow } from '../../../scenario/written-values.ts'
import type { World } from '../../../world/world.ts'
import type { RuleResponse, ScenariosResponse } from '../../contract/control/calls/scenarios.ts'

/** All active rules, highest priority first. */
export function scenariosAnswer(world: World): ScenariosResponse {
  const { oneShots, scenarios } = world.rules
  const answers = (rules: readonly ScenarioRule[]) => rules.map((rule) => ruleAnswer(world, rule))
  return {
    scenarios: scenarios.map(({ name, description, rules }) => ({
      name,
      description,
      rules: answers(rules),
    })),
    rules: answers(oneShots),
  }
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

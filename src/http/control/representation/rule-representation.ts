import { formatDuration } from '../../../domain/time/duration.ts'
import { describeRule } from '../../../scenario/describe/describe-rule.ts'
import { unseen } from '../../../scenario/matching/counting.ts'
import type { AmountCondition, Conditions, ScenarioRule } from '../../../scenario/rule.ts'
import type { WhenDocument } from '../../../scenario/scenario-document.ts'
import { chanceText } from '../../../scenario/written-values.ts'
import type { World } from '../../../world/world.ts'
import type { RuleAnswer, ScenariosAnswer } from '../../contract/control/calls/scenarios.ts'

/** All rules in force, highest priority first. */
export function scenariosAnswer(world: World): ScenariosAnswer {
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

export function ruleAnswer(world: World, { id, rule }: ScenarioRule): RuleAnswer {
  const { hits, seen } = world.rules.countOf(id) ?? unseen
  return {
    id,
    name: rule.name,
    hits,
    seen,
    times: rule.times ?? null,
    skip: rule.skip ?? 0,
    every: rule.every ?? null,
    chance: rule.chance === undefined ? null : chanceText(rule.chance),
    per: rule.per ?? null,
    for: rule.window === undefined ? null : formatDuration(rule.window.ms),
    since: rule.window?.since ?? null,
    counts: rule.counts ?? 'world',
    when: whenDocument(rule.when),
    effect: describeRule(rule),
  }
}

/** Conditions in the form that scenario files use. */
function whenDocument({ amount, not, ...others }: Conditions): WhenDocument {
  return {
    ...others,
    ...(amount !== undefined && { amount: amountDocument(amount) }),
    ...(not !== undefined && { not: whenDocument(not) }),
  }
}

function amountDocument(amount: AmountCondition): NonNullable<WhenDocument['amount']> {
  if (amount.kind === 'globs') return amount.globs
  const { kind: _kind, ...range } = amount
  return range
}

import { unseen } from '../../../scenario/matching/rule-book.ts'
import { shownConditions } from '../../../scenario/matching/sealed-rule.ts'
import type { Conditions, Scenario, ScenarioRule } from '../../../scenario/rule.ts'
import type { WhenDocument } from '../../../scenario/scenario-document.ts'
import { describeOutcome } from '../../../scenario/telling/describe-outcome.ts'
import type { World } from '../../../world/world.ts'
import type { RuleAnswer } from '../../contract/control/calls/rules.ts'
import type { ScenarioAnswer, ScenariosAnswer } from '../../contract/control/calls/scenarios.ts'

/** All rules in force, in the order in which they are asked. */
export function scenariosAnswer(world: World): ScenariosAnswer {
  const { oneShots, scenarios } = world.rules
  return {
    scenarios: scenarios.map((scenario) => scenarioAnswer(world, scenario)),
    rules: oneShots.map((rule) => ruleAnswer(world, rule)),
  }
}

function scenarioAnswer(world: World, { name, description, rules }: Scenario): ScenarioAnswer {
  return { name, description, rules: rules.map((rule) => ruleAnswer(world, rule)) }
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
    when: whenDocument(shownConditions(rule.when)),
    effect: describeOutcome(rule.outcome),
  }
}

/** Conditions as their author would write them. */
function whenDocument({ amount, ...others }: Conditions): WhenDocument {
  if (amount === undefined) return others
  if (amount.kind === 'globs') return { ...others, amount: amount.globs }
  const { kind: _kind, ...range } = amount
  return { ...others, amount: range }
}

import { ruleOrder } from '../matching/rule-order.ts'
import type { Scenario, ScenarioRule } from '../rule.ts'
import { hidingRules } from './hidden-rule.ts'

/** A rule that is never reached, since one of another scenario always matches first. */
export interface HiddenRule {
  readonly later: ScenarioRule
  /** The scenario that wrote it. */
  readonly scenario: string
  /** The id of the rule that leaves it nothing, and the scenario that wrote that. */
  readonly hider: string
  readonly hiding: string
  readonly message: string
}

/** What scenarios hide of each other if they are in force together, highest priority first. */
export async function hiddenTogether(
  scenarios: readonly Scenario[],
): Promise<readonly HiddenRule[]> {
  const rules = ruleOrder(scenarios)
  const hiders = await hidingRules(rules.map(({ rule }) => rule))
  const idOf = new Map(rules.map(({ id, rule }) => [rule, id]))
  return rules.flatMap((later, i) => {
    const found = hiders[i]
    const hider = found && idOf.get(found)
    if (hider === undefined) return []
    const [scenario, hiding] = [scenarioOf(later.id), scenarioOf(hider)]
    // What a scenario hides of itself is told when it is read.
    if (scenario === hiding) return []
    const message = `'${later.rule.name}' is never reached: '${hider}' matches first, always`
    return [{ later, scenario, hider, hiding, message }]
  })
}

function scenarioOf(id: string): string {
  return id.slice(0, id.indexOf('/'))
}

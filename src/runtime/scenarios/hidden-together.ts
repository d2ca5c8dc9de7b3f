import { ruleOrder } from '../../scenario/matching/rule-order.ts'
import { hidingRules } from '../../scenario/reading/hidden-rule.ts'
import { withoutPause } from '../../scenario/reading/in-turns.ts'
import type { ScenarioRule } from '../../scenario/rule.ts'
import type { LoadedScenario } from './scenario-source.ts'

/** Rules that are never reached if files load together in this order, highest priority last. */
export async function hiddenTogether(
  loaded: readonly LoadedScenario[],
): Promise<readonly string[]> {
  const scenarios = loaded.map(({ scenario }) => scenario).reverse()
  const rules = ruleOrder(scenarios, [])
  const hiderOf = await hidingRules(
    rules.map(({ rule }) => rule),
    withoutPause,
  )
  const idOf = new Map(rules.map(({ id, rule }) => [rule, id]))
  return rules.flatMap((later, i) => {
    const hider = idOf.get(hiderOf(i) ?? later.rule) ?? later.id
    // What a file hides of itself is told when the file is read.
    return scenarioOf(hider) === scenarioOf(later.id) ? [] : told(loaded, later, hider)
  })
}

function told(
  loaded: readonly LoadedScenario[],
  { id, rule }: ScenarioRule,
  hider: string,
): readonly string[] {
  const part = loaded
    .flatMap(({ parts }) => parts)
    .find(({ document }) => document.name === scenarioOf(id))
  // Of a shipped scenario nobody wants to hear what a file of theirs takes over.
  if (part === undefined) return []
  const index = (part.document.rules ?? []).findIndex(
    ({ name }, i) => (name ?? `rule-${i + 1}`) === rule.name,
  )
  const message = `'${rule.name}' is never reached: '${hider}' matches first, always`
  return [part.complain({ path: ['rules', index], message })]
}

function scenarioOf(id: string): string {
  return id.slice(0, id.indexOf('/'))
}

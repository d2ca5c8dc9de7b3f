import { eachOf, type Steps } from '../../../document/steps.ts'
import type { Fingerprint } from '../../../scenario/conditions/sealed-number.ts'
import { scenarioBook } from '../../../scenario/matching/rule-book.ts'
import { sealedRule } from '../../../scenario/matching/sealed-rule.ts'
import type { Scenario } from '../../../scenario/rule.ts'
import type { ReadyScenarios } from '../../rule-state.ts'

/** Scenarios as they are kept, and their book, by steps. */
export function* readyScenarios(
  given: readonly Scenario[],
  fingerprint: Fingerprint,
): Steps<ReadyScenarios> {
  const scenarios: Scenario[] = []
  for (const scenario of given) {
    const rules = yield* eachOf(scenario.rules, (rule) => sealedRule(rule, fingerprint))
    scenarios.push({ ...scenario, rules })
  }
  return { scenarios, book: yield* scenarioBook(scenarios, fingerprint) }
}

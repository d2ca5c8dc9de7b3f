import { ownRules } from './rule-count.ts'

interface Met {
  readonly id: string
  readonly hits: number
}

/** How often the rules of a scenario were met. */
export interface ScenarioHits {
  /** Those that it has written itself, which begin anew when it is loaded. */
  readonly hits: number
  /** Those of what it extends, which it has in common with other scenarios. */
  readonly extended_hits: number
}

export function scenarioHits(scenario: string, rules: readonly Met[]): ScenarioHits {
  const hits = hitsOf(ownRules(scenario, rules))
  return { hits, extended_hits: hitsOf(rules) - hits }
}

/** How often rules were met, all taken together. */
export function hitsOf(rules: readonly Pick<Met, 'hits'>[]): number {
  return rules.reduce((sum, { hits }) => sum + hits, 0)
}

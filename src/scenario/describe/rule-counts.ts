interface RuleHits {
  readonly hits: number
  readonly times: number | null
  readonly per: string | null
}

/** `2 of 3` for a rule with a limit; a rule that counts separately has no common limit. */
export function hitsText({ hits, times, per }: RuleHits): string {
  return times === null || per !== null ? String(hits) : `${hits} of ${times}`
}

/** Whether a rule is used up. */
export function isSpent({ hits, times, per }: RuleHits): boolean {
  return times !== null && per === null && hits >= times
}

/** How often the rules of a scenario were applied. */
export interface ScenarioHits {
  /** Its own rules, whose counts restart when it is loaded. */
  readonly hits: number
  /** The rules of its bases, which it shares with other scenarios. */
  readonly extended_hits: number
}

export function scenarioHits(
  scenario: string,
  rules: readonly { readonly id: string; readonly hits: number }[],
): ScenarioHits {
  const hits = hitsOf(ownRules(scenario, rules))
  return { hits, extended_hits: hitsOf(rules) - hits }
}

export function hitsOf(rules: readonly { readonly hits: number }[]): number {
  return rules.reduce((sum, { hits }) => sum + hits, 0)
}

interface WithId {
  readonly id: string
}

/** `1 rule`, or `1 rule and 46 of default` if it extends others. */
export function ruleCount(scenario: string, rules: readonly WithId[]): string {
  const own = ownRules(scenario, rules).length
  const words = [own === 1 ? '1 rule' : `${own} rules`, ...basesOf(scenario, rules)]
  return new Intl.ListFormat('en').format(words)
}

/** The scenario's own rules, without those of its bases. */
export function ownRules<R extends WithId>(scenario: string, rules: readonly R[]): readonly R[] {
  return rules.filter((rule) => authorOf(rule) === scenario)
}

/** `46 of default` for each base that it has rules of. */
export function basesOf(scenario: string, rules: readonly WithId[]): readonly string[] {
  const numbers = new Map<string, number>()
  for (const rule of rules) numbers.set(authorOf(rule), (numbers.get(authorOf(rule)) ?? 0) + 1)
  numbers.delete(scenario)
  return [...numbers].map(([name, number]) => `${number} of ${name}`)
}

/** The scenario that wrote a rule. */
export function authorOf({ id }: WithId): string {
  return id.slice(0, id.indexOf('/'))
}

import type { Scenario, ScenarioRule } from '../rule.ts'

/**
 * The rules of scenarios in the order in which they are checked: each scenario's own rules, then
 * those that it extends. Each base appears once, after everything that extends it.
 */
export function ruleOrder(scenarios: readonly Scenario[]): readonly ScenarioRule[] {
  const byId = new Map<string, ScenarioRule>()
  const add = (rule: ScenarioRule) => {
    if (!byId.has(rule.id)) byId.set(rule.id, rule)
  }
  for (const { name, rules } of scenarios) rules.filter(isOf(name)).forEach(add)
  for (const base of basesOf(scenarios)) {
    for (const { rules } of scenarios) rules.filter(isOf(base)).forEach(add)
  }
  // Scenarios stored by earlier versions do not say which scenarios extend which.
  for (const { rules } of scenarios) rules.forEach(add)
  return [...byId.values()]
}

/** Whether a rule was written by the scenario of this name. */
export function isOf(name: string): (rule: ScenarioRule) => boolean {
  const start = `${name}/`
  return ({ id }) => id.startsWith(start)
}

function basesOf(scenarios: readonly Scenario[]): readonly string[] {
  const descent = new Map<string, readonly string[]>()
  for (const { lineage = [] } of scenarios) {
    for (const { name, extends: bases } of lineage) if (!descent.has(name)) descent.set(name, bases)
  }
  const roots = scenarios.map(({ name }) => name)
  return linearOrder(roots, (name) => descent.get(name) ?? []).filter(
    (name) => !roots.includes(name),
  )
}

/** Topological order: each name once, before all that it leads to, else in the given order. */
export function linearOrder(
  roots: readonly string[],
  leadsTo: (name: string) => readonly string[],
): readonly string[] {
  const seen = new Set<string>()
  const reversed: string[] = []
  const visit = (name: string): void => {
    if (seen.has(name)) return
    seen.add(name)
    for (const next of leadsTo(name).toReversed()) visit(next)
    reversed.push(name)
  }
  for (const root of roots.toReversed()) visit(root)
  return reversed.toReversed()
}

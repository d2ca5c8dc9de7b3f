interface Counted {
  readonly id: string
}

/** `1 rule`, or `1 rule and 46 of default` if it extends others. */
export function ruleCount(scenario: string, rules: readonly Counted[]): string {
  const own = ownRules(scenario, rules).length
  const words = [own === 1 ? '1 rule' : `${own} rules`, ...basesOf(scenario, rules)]
  return new Intl.ListFormat('en').format(words)
}

/** The rules that a scenario has written itself, not those of what it extends. */
export function ownRules<R extends Counted>(scenario: string, rules: readonly R[]): readonly R[] {
  return rules.filter((rule) => writer(rule) === scenario)
}

/** `46 of default` for each scenario that it has rules of. */
export function basesOf(scenario: string, rules: readonly Counted[]): readonly string[] {
  const numbers = new Map<string, number>()
  for (const rule of rules) numbers.set(writer(rule), (numbers.get(writer(rule)) ?? 0) + 1)
  numbers.delete(scenario)
  return [...numbers].map(([name, number]) => `${number} of ${name}`)
}

function writer({ id }: Counted): string {
  return id.slice(0, id.indexOf('/'))
}

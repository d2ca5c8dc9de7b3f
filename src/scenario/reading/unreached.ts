import { isCounted } from '../matching/counting.ts'
import { layersOf } from '../matching/layers.ts'
import { outcomesOf, type Rule } from '../rule.ts'

/** A rule that another one always comes before. */
interface UnreachedRule {
  readonly later: Rule
  readonly earlier: Rule
}

/** Rules that an earlier rule with the same conditions always comes before. */
export function unreachedRules(rules: readonly Rule[]): readonly UnreachedRule[] {
  const first = new Map<string, Rule>()
  return rules.flatMap((later) => {
    const key = JSON.stringify(later.when)
    const earlier = first.get(key)
    if (earlier === undefined) {
      if (!isCounted(later)) first.set(key, later)
      return []
    }
    return (layersIn(later) & ~layersIn(earlier)) === 0 ? [{ later, earlier }] : []
  })
}

export function unreachedText(
  { later, earlier }: UnreachedRule,
  nameOf: (rule: Rule) => string,
): string {
  const why = 'has the same conditions and comes first'
  return `'${nameOf(later)}' is never reached: '${nameOf(earlier)}' ${why}`
}

/** The layers that a rule decides. */
export function layersIn(rule: Rule): number {
  return outcomesOf(rule).reduce((all, outcome) => all | layersOf(outcome), 0)
}

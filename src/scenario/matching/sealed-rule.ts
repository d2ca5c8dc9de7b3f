import { type Fingerprint, sealed, shownNumber } from '../conditions/sealed-number.ts'
import { allConditions } from '../conditions/table.ts'
import type { Conditions, Scenario, ScenarioRule, TextCondition } from '../rule.ts'

/** A scenario as it may be stored. */
export function sealedScenario(scenario: Scenario, fingerprint: Fingerprint): Scenario {
  return { ...scenario, rules: scenario.rules.map((rule) => sealedRule(rule, fingerprint)) }
}

/** A rule as it may be stored. */
export function sealedRule({ id, rule }: ScenarioRule, fingerprint: Fingerprint): ScenarioRule {
  const when = withNumbers(rule.when, (mask, glob) => sealed(glob, mask, fingerprint))
  return { id, rule: { ...rule, when } }
}

/** Conditions as they may be shown: masked numbers without their fingerprints. */
export function shownConditions(when: Conditions): Conditions {
  return withNumbers(when, (_mask, glob) => shownNumber(glob))
}

const masked = allConditions.flatMap(({ name, mask }) =>
  mask === undefined ? [] : [{ name, mask }],
)

function withNumbers(
  when: Conditions,
  change: (mask: (text: string) => string, glob: string) => string,
): Conditions {
  const changed = masked.flatMap(({ name, mask }) => {
    // Masked numbers are texts.
    const globs = when[name] as TextCondition | undefined
    return globs === undefined ? [] : [[name, globs.map((glob) => change(mask, glob))] as const]
  })
  const { not } = when
  if (changed.length === 0 && not === undefined) return when
  return {
    ...when,
    ...Object.fromEntries(changed),
    ...(not && { not: withNumbers(not, change) }),
  }
}

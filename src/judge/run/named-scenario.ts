import type { Finding } from '../findings/finding-document.ts'
import { unmatchedRule } from '../findings/unmatched-rule.ts'
import type { UnmatchedScenario } from '../report/report-document.ts'
import type { Tally } from './tally.ts'

/** A scenario that the user named for this run. */
export interface NamedScenario {
  readonly name: string
  /** The ids of its own rules. */
  readonly rules: readonly string[]
  /** Whether the user wrote it; else it is shipped. */
  readonly isFile: boolean
}

/** Without any request, no rule could match, so none is reported. */
export function unmatchedRules(
  named: readonly NamedScenario[],
  { rules, requests }: Tally,
): readonly Finding[] {
  if (requests === 0) return []
  const own = named.filter(({ isFile }) => isFile).flatMap((scenario) => scenario.rules)
  return own.filter((id) => !rules.has(id)).map(neverMatched)
}

/** Without `default`: most runs need none of its magic values. */
export function unmatchedScenarios(
  named: readonly NamedScenario[],
  { rules: matched, requests }: Tally,
): readonly UnmatchedScenario[] {
  if (requests === 0) return []
  return named
    .filter(({ name, rules }) => name !== 'default' && rules.length > 0)
    .filter(({ rules }) => !rules.some((id) => matched.has(id)))
    .map(({ name, rules }) => ({ name, rules: rules.length }))
}

/** A rule of a file that the user named, which never matched in the whole run. */
function neverMatched(id: string): Finding {
  const { code, severity } = unmatchedRule
  return {
    id: `${code}-${id}`,
    key: `${code}/${id}`,
    code,
    severity,
    test: null,
    payment: null,
    at: null,
    steps: [],
    count: 1,
    requests: [],
    evidence: [],
    cause: code,
    subject: `rule ${id}`,
    message: `No request of the whole run matched the rule "${id}".`,
    advice:
      'Compare its conditions with the requests: `npx sandgate scenario explain` shows which condition failed.',
  }
}

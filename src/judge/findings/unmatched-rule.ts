import type { FindingKind, Sighting } from './finding.ts'

export const unmatchedRule: FindingKind<'unmatched-rule'> = {
  code: 'unmatched-rule',
  severity: 'note',
  one: 'rule that no request matched',
  many: 'rules that no request matched',
  seen: 'No request matched a temporary rule before its test ended, or no request of the whole run matched a rule of a file named with `--scenario`.',
  recipe: 'docs/guides/scenarios.md#which-rule-decides',
}

/** A temporary rule that was added for a test but never matched. */
export function unmatchedTemporaryRule(id: string): Sighting {
  return {
    key: id,
    subject: `rule ${nameOf(id)}`,
    message: `No request matched the temporary rule "${nameOf(id)}", so the test did not test what it should.`,
    advice:
      'Compare its conditions with the request: `npx sandgate scenario explain` shows which condition failed.',
  }
}

function nameOf(id: string): string {
  return id.replace(/^rules\//, '')
}

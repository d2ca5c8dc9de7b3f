import type { Finding, FindingKind, Sighting } from './finding.ts'

export const ruleNeverMet = {
  code: 'rule-never-met',
  severity: 'note',
  one: 'rule that no request met',
  many: 'rules that no request met',
  seen: 'A one-shot rule that no request had met when its chapter ended, or a rule of a file named with `--scenario` that no request met in the whole run.',
} as const satisfies FindingKind

/** A one-shot rule that was added for a test but never matched. */
export function unmetOneShot(id: string): Sighting {
  return {
    key: id,
    subject: `rule ${nameOf(id)}`,
    message: `No request met the one-shot rule "${nameOf(id)}", so the test did not test what it says.`,
    advice:
      'Compare its conditions with the request: `npx sandgate scenario explain` says which one failed.',
  }
}

/** A rule of a file that the user named, which never matched in the whole run. */
export function unmetRule(id: string): Finding {
  const { code, severity } = ruleNeverMet
  return {
    ...{ id: `${code}-${id}`, code, severity },
    ...{ world: '', chapter: '', chapterNumber: 0, labelled: false, story: null },
    ...{ at: null, steps: [], times: 1, requests: [], evidence: [] },
    subject: `rule ${id}`,
    message: `No request of the whole run met the rule "${id}".`,
    advice:
      'Compare its conditions with the requests: `npx sandgate scenario explain` says which one failed.',
  }
}

function nameOf(id: string): string {
  return id.replace(/^rules\//, '')
}

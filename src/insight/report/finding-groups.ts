import type { FindingDocument, StepDocument } from './report-document.ts'

/** Findings that are told together; the first stands for all. */
export type FindingGroup<Finding extends FindingDocument = FindingDocument> = readonly [
  Finding,
  ...Finding[],
]

/** Each once: the same habit in many tests is one group, and so is a story with several findings. */
export function findingGroups<Finding extends FindingDocument>(
  findings: readonly Finding[],
): readonly FindingGroup<Finding>[] {
  const found = new Map<string, [Finding, ...Finding[]]>()
  for (const finding of findings) {
    const key = groupKey(finding)
    const group = found.get(key)
    if (group === undefined) found.set(key, [finding])
    else group.push(finding)
  }
  return [...found.values()]
}

function groupKey({ story, code, message, severity }: FindingDocument): string {
  return story === null ? `${code} ${message}` : `${severity} ${story}`
}

/** Of a story, all that it shows; of a habit, one example. */
export function shownOf<Finding extends FindingDocument>(
  group: FindingGroup<Finding>,
): readonly Finding[] {
  return group[0].story === null ? [group[0]] : group
}

/** `Seen 12 times in 5 tests.`; undefined for what was seen once, and for stories. */
export function repeatText(group: FindingGroup): string | undefined {
  const times = group.reduce((sum, finding) => sum + finding.times, 0)
  if (group[0].story !== null || times === 1) return undefined
  const tests = new Set(group.map(({ chapter }) => chapter)).size
  return `Seen ${times} times${tests > 1 ? ` in ${tests} tests` : ''}.`
}

/** The status of a step's transaction: `approved`, or `now approved` where the step itself says another. */
export function statusNow({ status, text }: Pick<StepDocument, 'status' | 'text'>): string {
  if (status === undefined) return ''
  const [told] = /^(?:pending|undecided|approved)/.exec(text) ?? []
  const isOther = told !== undefined && told !== status && status !== 'unknown'
  return isOther ? `now ${status}` : status
}

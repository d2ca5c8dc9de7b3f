import { counted } from '../../base/text/counted.ts'
import { testId } from '../../record/test-ref.ts'
import type { FindingDocument } from '../findings/finding-document.ts'
import type { StepDocument } from '../payments/payment-document.ts'
import { byRank } from '../run/kept.ts'

/** Findings that are shown together; the first represents them all. */
export type FindingGroup<Finding extends FindingDocument = FindingDocument> = readonly [
  Finding,
  ...Finding[],
]

/**
 * Groups findings: the same habit in many tests is one group, and so is a payment with several
 * findings.
 */
function findingGroups<Finding extends FindingDocument>(
  findings: readonly Finding[],
): readonly FindingGroup<Finding>[] {
  const found = new Map<string, [Finding, ...Finding[]]>()
  for (const finding of findings) {
    const { payment, code, message, severity } = finding
    const key = payment === null ? `${code} ${message}` : `${severity} ${payment}`
    const group = found.get(key)
    if (group === undefined) found.set(key, [finding])
    else group.push(finding)
  }
  // Of one kind, what cost most comes first.
  return [...found.values()].sort(
    ([one], [other]) => byRank(one, other) || costOf(other) - costOf(one),
  )
}

function costOf({ overcharged, unnoticed }: FindingDocument): number {
  return (overcharged ?? unnoticed)?.cents ?? 0
}

/** For a payment, all its findings; for a habit, one example. */
export function shownOf<Finding extends FindingDocument>(
  group: FindingGroup<Finding>,
): readonly Finding[] {
  return group[0].payment === null ? [group[0]] : group
}

/** `Seen 12 times in 5 tests.`; undefined for single occurrences and for payments. */
export function repeatText(group: FindingGroup): string | undefined {
  const times = group.reduce((sum, finding) => sum + finding.count, 0)
  if (group[0].payment !== null || times === 1) return undefined
  const tests = new Set(group.map(({ test }) => test && `${testId(test)} ${test.run}`)).size
  return `Seen ${counted(times, 'time')}${tests > 1 ? ` in ${counted(tests, 'test')}` : ''}.`
}

/** Groups of one kind: the same findings in other payments, the same habit elsewhere. */
export type AlikeGroups<Finding extends FindingDocument = FindingDocument> = readonly [
  FindingGroup<Finding>,
  ...FindingGroup<Finding>[],
]

/** The groups by cause, in their order: of many payments with the same fault, one shows it. */
export function alikeGroups<Finding extends FindingDocument>(
  findings: readonly Finding[],
): readonly AlikeGroups<Finding>[] {
  const found = new Map<string, [FindingGroup<Finding>, ...FindingGroup<Finding>[]]>()
  for (const group of findingGroups(findings)) {
    const kind = shownOf(group).map(causeOf).join(' ')
    const alike = found.get(kind)
    if (alike === undefined) found.set(kind, [group])
    else alike.push(group)
  }
  return [...found.values()]
}

/** What findings have in common that one example can show; whether money moved is never left to the others. */
export function causeOf({
  code,
  cause,
  unnoticed,
}: Pick<FindingDocument, 'cause' | 'unnoticed'> & { readonly code: string }): string {
  return `${code} ${unnoticed?.what ?? ''} ${cause}`
}

/** What steps show and what to do instead. */
type Explained = Pick<FindingDocument, 'steps' | 'advice'>

/** Findings that the same steps show. */
export interface ShownFindings<Finding extends Explained> {
  readonly findings: readonly Finding[]
  readonly steps: readonly StepDocument[]
  /** What to do instead, each advice once. */
  readonly advice: readonly string[]
}

/** Findings by the steps that show them: a double charge and a double refund of one payment have their own. */
export function shownParts<Finding extends Explained>(
  all: readonly Finding[],
): readonly ShownFindings<Finding>[] {
  const parts: (Pick<ShownFindings<Finding>, 'steps'> & {
    readonly findings: Finding[]
    readonly keys: ReadonlySet<string>
  })[] = []
  for (const finding of all) {
    const { steps } = finding
    const keys = new Set(steps.map(({ at, text, request }) => `${at} ${request} ${text}`))
    // Steps that are among others are shown by those.
    const same = parts.find((part) => [...keys].every((key) => part.keys.has(key)))
    if (same === undefined) parts.push({ findings: [finding], steps, keys })
    else same.findings.push(finding)
  }
  return parts.map(({ findings, steps }) => ({
    findings,
    steps,
    advice: [...new Set(findings.map(({ advice }) => advice))].filter((text) => text !== ''),
  }))
}

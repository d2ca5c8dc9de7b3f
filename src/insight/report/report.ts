import { type CoverageDocument, coverageOf } from '../coverage/coverage.ts'
import type { Requirement } from '../coverage/coverage-case.ts'
import { allFindings } from '../findings/all-findings.ts'
import type { Finding, Severity } from '../findings/finding.ts'
import type { RunPart } from '../run/run.ts'
import type { Exercised } from '../run/tally.ts'
import { headline, type Verdict, verdictOf } from './verdict.ts'

/** Everything that a report in whatever format says. */
export interface Report {
  readonly verdict: Verdict
  /** The one line with which it begins. */
  readonly headline: string
  /** What must be said before a pass is taken for more than it is. */
  readonly caution: string | undefined
  readonly requests: number
  /** Calls on top of these that have no answer yet. */
  readonly waiting: number
  readonly chapters: number
  readonly worlds: number
  /** The labels of the chapters, oldest first. */
  readonly labels: readonly string[]
  /** These, then the chapters without a label in which there were requests. */
  readonly chapterNames: readonly string[]
  readonly exercised: Exercised
  readonly counts: Readonly<Record<Severity, number>>
  /** The worst first. */
  readonly findings: readonly Finding[]
  readonly droppedFindings: number
  readonly coverage: CoverageDocument
}

export function reportOf(part: RunPart, possible: ReadonlySet<Requirement>): Report {
  const { tally, chapters, worlds, labels, chapterNames, droppedFindings } = part
  const findings = [...part.findings].sort(byWeight)
  const { requests, waiting, counts: exercised } = tally
  const counts = countsOf(findings)
  const verdict = verdictOf(counts, exercised)
  return {
    verdict,
    ...headline(verdict, findings, tally),
    requests,
    waiting,
    chapters,
    worlds,
    labels,
    chapterNames,
    exercised,
    counts,
    findings,
    droppedFindings,
    coverage: coverageOf(tally.covered, possible),
  }
}

const weights: Readonly<Record<Severity, number>> = { error: 0, warning: 100, note: 200 }

const ranks: ReadonlyMap<string, number> = new Map(
  allFindings.map(({ code, severity }, index) => [code, weights[severity] + index]),
)

/** Within one kind they stay in the order in which they were found. */
function byWeight(one: Finding, other: Finding): number {
  return (ranks.get(one.code) ?? 0) - (ranks.get(other.code) ?? 0)
}

function countsOf(findings: readonly Finding[]): Report['counts'] {
  const counts = { error: 0, warning: 0, note: 0 }
  for (const { severity } of findings) counts[severity] += 1
  return counts
}

import { type CoverageDocument, coverageOf } from '../coverage/coverage.ts'
import type { Requirement } from '../coverage/coverage-case.ts'
import { allFindings } from '../findings/all-findings.ts'
import type { Finding, Severity } from '../findings/finding.ts'
import type { RunPart } from '../run/run.ts'
import type { Exercised, Tally } from '../run/tally.ts'
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
  /** Of all that was found, kept or not. */
  readonly counts: Readonly<Record<Severity, number>>
  /** As many as are kept, the worst first. */
  readonly findings: readonly Finding[]
  readonly droppedFindings: number
  readonly coverage: CoverageDocument
}

export function reportOf(part: RunPart, possible: ReadonlySet<Requirement>): Report {
  const { tally, chapters, worlds, labels, chapterNames, findings } = part
  const { requests, waiting, counts: exercised } = tally
  const counts = countsOf(tally)
  const verdict = verdictOf(counts, exercised)
  return {
    verdict,
    ...headline(verdict, tally),
    requests,
    waiting,
    chapters,
    worlds,
    labels,
    chapterNames,
    exercised,
    counts,
    findings,
    droppedFindings: foundIn(tally) - findings.length,
    coverage: coverageOf(tally.covered, possible),
  }
}

/** How many findings there are, kept or not. */
export function foundIn({ found }: Pick<Tally, 'found'>): number {
  return [...found.values()].reduce((sum, count) => sum + count, 0)
}

function countsOf({ found }: Tally): Report['counts'] {
  const counts = { error: 0, warning: 0, note: 0 }
  for (const { code, severity } of allFindings) counts[severity] += found.get(code) ?? 0
  return counts
}

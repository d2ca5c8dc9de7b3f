import { transactionKinds } from '../../domain/transaction/transaction.ts'
import { type CoverageDocument, coverageOf } from '../coverage/coverage.ts'
import type { Requirement } from '../coverage/coverage-case.ts'
import { allFindings } from '../findings/all-findings.ts'
import type { Finding, Severity } from '../findings/finding.ts'
import type { TestPart } from '../run/past.ts'
import type { RunPart, UnmetScenario } from '../run/run.ts'
import type { Exercised, Tally } from '../run/tally.ts'
import {
  cautionWith,
  cutTexts,
  headline,
  type OperationCounts,
  type ReportVerdict,
  verdictOf,
} from './headline.ts'

/** The content of a report in any format. */
export interface Report {
  readonly verdict: ReportVerdict
  /** The first line of the report. */
  readonly headline: string
  /** A warning that limits what a pass means. */
  readonly caution: string | undefined
  /** What it may not know because of a restart, as a sentence. */
  readonly beginsAtRestart: string | undefined
  readonly unmetScenarios: readonly UnmetScenario[]
  readonly requests: number
  /** Unanswered calls, which are not counted in `requests`. */
  readonly waiting: number
  /** Payments that the gateway has not decided yet. */
  readonly undecided: number
  readonly chapters: number
  readonly worlds: number
  /** The labels of the chapters, oldest first. */
  readonly labels: readonly string[]
  /** The labels, then the names of unlabelled chapters that had requests. */
  readonly chapterNames: readonly string[]
  readonly exercised: Exercised
  readonly operations: OperationCounts
  /** Counts all findings, kept or not. */
  readonly counts: Readonly<Record<Severity, number>>
  /** The same by kind. */
  readonly found: Tally['found']
  /** The kept findings, worst first. */
  readonly findings: readonly Finding[]
  readonly droppedFindings: number
  readonly coverage: CoverageDocument
  /** One for each chapter that had requests, oldest first. */
  readonly tests: readonly TestView[]
}

/** What one test showed: a chapter of the run. */
export interface TestView extends Pick<TestPart, 'place' | 'isOpen' | 'tally'> {
  readonly verdict: ReportVerdict
  readonly counts: Readonly<Record<Severity, number>>
}

function operationsIn({ calls, lost }: Tally): OperationCounts {
  const counts = transactionKinds.map((kind) => {
    const own = Object.entries(calls).filter(([call]) => call.startsWith(`${kind} `))
    const requests = own.reduce((sum, [, count]) => sum + count, 0)
    return [kind, { requests, lost: lost[kind] ?? 0 }] as const
  })
  return Object.fromEntries(counts.filter(([, { requests }]) => requests > 0))
}

export function reportOf(part: RunPart, possible: ReadonlySet<Requirement>): Report {
  const { tally, chapters, worlds, labels, chapterNames, findings, unmetScenarios } = part
  const { requests, waiting, undecided, counts: exercised } = tally
  const counts = countsOf(tally)
  const verdict = verdictOf(counts, exercised)
  const operations = operationsIn(tally)
  const told = headline(verdict, { ...tally, operations })
  const beginsAtRestart = tally.cut && cutTexts[tally.cut]
  return {
    verdict,
    headline: told.headline,
    caution: cautionWith({ beginsAtRestart, unmet: unmetScenarios }, told.caution),
    beginsAtRestart,
    unmetScenarios,
    requests,
    waiting,
    undecided,
    chapters,
    worlds,
    labels,
    chapterNames,
    exercised,
    operations,
    counts,
    found: tally.found,
    findings,
    droppedFindings: foundIn(tally) - findings.length,
    coverage: coverageOf(tally.covered, possible),
    tests: part.tests.map(testView),
  }
}

function testView(test: TestPart): TestView {
  const counts = countsOf(test.tally)
  return { ...test, counts, verdict: verdictOf(counts, test.tally.counts) }
}

/** How many findings there are, kept or not. */
export function foundIn({ found }: Pick<Tally, 'found'>): number {
  return Object.values(found).reduce((sum, count) => sum + count, 0)
}

function countsOf({ found }: Tally): Report['counts'] {
  const counts = { error: 0, warning: 0, note: 0 }
  for (const { code, severity } of allFindings) counts[severity] += found[code] ?? 0
  return counts
}

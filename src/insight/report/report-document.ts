import { isoUtc } from '../../domain/time/instant.ts'
import { transactionKinds } from '../../domain/transaction/transaction.ts'
import type { BooksDocument } from '../books/books-document.ts'
import { type CoverageDocument, coverageOf } from '../coverage/coverage.ts'
import type { Requirement } from '../coverage/coverage-case.ts'
import { allFindings, type FindingCode } from '../findings/all-findings.ts'
import type { Severity } from '../findings/finding.ts'
import type { FindingDocument } from '../findings/finding-document.ts'
import type { Accepted, AcceptedFinding } from '../run/accepted.ts'
import type { UnmetScenario } from '../run/named-scenario.ts'
import { chapterId, type RunPart, type TestPart } from '../run/run.ts'
import type { Counts, Exercised, FindingCounts, Tally } from '../run/tally.ts'
import {
  cautionWith,
  type DeletedPart,
  deletedText,
  failureSentences,
  headline,
  type OperationCounts,
  RESTART_TEXT,
  type ReportVerdict,
  reportVerdict,
} from './headline.ts'

/** A report as JSON. `Evidence` is the type of the calls that show a finding. */
export interface ReportDocument<Evidence = unknown> {
  readonly verdict: ReportVerdict
  readonly headline: string
  /** A warning that limits what a pass means. */
  readonly caution: string | null
  /** Why the run proves less than it seems to: the sandbox itself failed, or the run was cut short. Omitted if it is complete. */
  readonly incomplete?: readonly string[]
  /** A sentence if the data folder already had payments when the sandbox started. */
  readonly begins_at_restart: string | null
  /** Scenarios named with `--scenario` that no request of the run matched, and how many rules each has. */
  readonly unmet_scenarios: readonly UnmetScenario[]
  readonly requests: number
  /** Refused calls of other sites or without valid credentials, which count nowhere else; omitted if 0. */
  readonly refused_calls?: number
  /** What `DELETE /report` has deleted, which counts nowhere else; omitted if nothing was. */
  readonly deleted?: DeletedPart
  /** Unanswered calls, which are not counted in `requests`. */
  readonly waiting: number
  /** Payments that the gateway has not decided yet. */
  readonly undecided: number
  readonly worlds: number
  readonly chapters: number
  /** The labels of the labelled chapters, oldest first. */
  readonly labels: readonly string[]
  /** The labels, then the names of unlabelled chapters that had requests: `default 1`. */
  readonly chapter_names: readonly string[]
  readonly exercised: Exercised
  /** The transaction requests by operation, and how many of them left their clients without the result. */
  readonly operations: OperationCounts
  readonly counts: Readonly<Record<Severity, number>>
  /** How many findings of each kind there are, kept or not. */
  readonly found: Readonly<Partial<Record<FindingCode, number>>>
  /** Cents that moved too often, by finding and currency: `{ "double-charge AUD": 4995 }`. */
  readonly excess: Readonly<Record<string, number>>
  /** How many of them are notes only because `references` is `any`; omitted if none. */
  readonly noted?: Readonly<Counts>
  readonly findings: readonly FindingDocument<Evidence>[]
  readonly dropped_findings: number
  /** The latest comparisons with the shop's books; those without differences are added up. */
  readonly books: readonly BooksDocument[]
  /** Known findings that the config accepts: they are not counted and do not fail. */
  readonly accepted: readonly AcceptedFinding[]
  /** What the config accepts, but this run did not show. */
  readonly unused_accepts: readonly Accepted[]
  readonly coverage: CoverageDocument
  /** One for each chapter that had requests, oldest first; at most the latest 1000. */
  readonly tests: readonly TestDocument[]
}

/** What one test showed: a chapter of the run. */
export interface TestDocument {
  /** The world and the number of the chapter; the ids of its stories begin with it. */
  readonly id: string
  /** The label, else the world and the number. */
  readonly name: string
  readonly labelled: boolean
  readonly world: string
  /** Whether its chapter has ended. */
  readonly ended: boolean
  readonly verdict: ReportVerdict
  readonly counts: Readonly<Record<Severity, number>>
  /** What it put the client through; what it did not is omitted. */
  readonly exercised: Partial<Exercised>
  readonly requests: number
  readonly payments: number
  /** Cents by currency, double charges included. */
  readonly charged: Readonly<Record<string, number>>
  readonly double_charges: number
  readonly double_refunds: number
  /** Sandbox time of its first call. */
  readonly at: string | null
  readonly real_at: string | null
  /** Milliseconds of real time from its first call to its last answer. */
  readonly duration: number
}

/** All of a report but its findings. */
export function reportOf(
  part: RunPart,
  possible: ReadonlySet<Requirement>,
): Omit<ReportDocument, 'findings'> {
  const { tally, findings } = part
  return {
    ...judgedPart({
      ...tally,
      exercised: tally.counts,
      counts: countsOf(tally),
      operations: operationsIn(tally),
      refused_calls: part.turnedAway,
      deleted: { requests: part.deleted.requests, counts: countsOf(part.deleted) },
      begins_at_restart: tally.beginsAtRestart ? RESTART_TEXT : null,
      unmet_scenarios: part.unmetScenarios,
      accepted: part.accepted,
      incomplete: failureSentences(tally.failures),
    }),
    worlds: part.worlds,
    chapters: part.chapters,
    labels: part.labels,
    chapter_names: part.chapterNames,
    dropped_findings: foundIn(tally) - findings.length,
    books: part.books,
    unused_accepts: part.unusedAccepts,
    coverage: coverageOf(tally.covered, possible),
    tests: part.tests.map(testDocument),
  }
}

/** What a report says first, and the numbers that it follows from. */
export function judgedPart(
  sums: Pick<Tally, 'requests' | 'own' | 'waiting' | 'undecided' | 'found' | 'excess' | 'noted'> &
    Pick<
      ReportDocument,
      'exercised' | 'counts' | 'begins_at_restart' | 'unmet_scenarios' | 'accepted'
    > & {
      readonly operations: OperationCounts
      readonly refused_calls: number
      readonly incomplete: readonly string[]
      readonly deleted?: DeletedPart | undefined
    },
) {
  const { requests, waiting, undecided, refused_calls, exercised, counts, operations } = sums
  const { found, excess, noted, begins_at_restart, unmet_scenarios, deleted } = sums
  const { incomplete } = sums
  const verdict = reportVerdict(counts, exercised, operations, incomplete)
  const words = headline(verdict, sums)
  return {
    verdict,
    headline: words.headline,
    caution: cautionWith(begins_at_restart, unmet_scenarios, deleted, words.caution),
    ...(incomplete.length > 0 && { incomplete }),
    begins_at_restart,
    unmet_scenarios,
    requests,
    waiting,
    undecided,
    ...(refused_calls > 0 && { refused_calls }),
    ...(deleted && deletedText(deleted) && { deleted }),
    exercised,
    operations,
    counts,
    found,
    excess,
    accepted: sums.accepted,
    ...(Object.keys(noted).length > 0 && { noted }),
  }
}

/** A report whose run proves less than it seems to, for one more reason. */
export function withIncomplete<Report extends ReportDocument>(
  report: Report,
  sentence: string,
): Report {
  const { noted = {}, refused_calls = 0, incomplete = [] } = report
  const sums = { ...report, own: 0, noted, refused_calls, found: report.found as Counts }
  return { ...report, ...judgedPart({ ...sums, incomplete: [...incomplete, sentence] }) }
}

function operationsIn({ calls, lost }: Tally): OperationCounts {
  const counts = transactionKinds.map((kind) => {
    const own = Object.entries(calls).filter(([call]) => call.startsWith(`${kind} `))
    const requests = own.reduce((sum, [, count]) => sum + count, 0)
    return [kind, { requests, lost: lost[kind] ?? 0 }] as const
  })
  return Object.fromEntries(counts.filter(([, { requests }]) => requests > 0))
}

/** How many findings there are, kept or not. */
export function foundIn({ found, noted }: FindingCounts): number {
  return sumOfCounts(found) + sumOfCounts(noted)
}

function sumOfCounts(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function countsOf({ found, noted }: Tally): ReportDocument['counts'] {
  const counts = { error: 0, warning: 0, note: sumOfCounts(noted) }
  for (const { code, severity } of allFindings) counts[severity] += found[code] ?? 0
  return counts
}

function testDocument({ place, isOpen, tally }: TestPart): TestDocument {
  const { stories, span } = tally
  const { verdicts } = stories
  const counts = countsOf(tally)
  return {
    id: chapterId(place),
    name: place.chapter,
    labelled: place.hasLabel,
    world: place.world,
    ended: !isOpen,
    verdict: reportVerdict(
      counts,
      tally.counts,
      operationsIn(tally),
      failureSentences(tally.failures),
    ),
    counts,
    exercised: Object.fromEntries(Object.entries(tally.counts).filter(([, n]) => n > 0)),
    requests: tally.requests,
    payments: stories.payments,
    charged: stories.charged,
    double_charges: verdicts['double-charge'],
    double_refunds: verdicts['double-refund'],
    at: span === undefined ? null : isoUtc(span.at),
    real_at: span === undefined ? null : isoUtc(span.from),
    duration: span === undefined ? 0 : Math.round(span.to - span.from),
  }
}

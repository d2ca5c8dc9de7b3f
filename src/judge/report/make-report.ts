import { isoUtc } from '../../domain/time/instant.ts'
import { transactionKinds } from '../../domain/transaction/kinds-and-statuses.ts'
import { testId } from '../../record/test-ref.ts'
import { coverageOf } from '../coverage/coverage.ts'
import type { Requirement } from '../coverage/coverage-case.ts'
import { allFindings } from '../findings/all-findings.ts'
import { recoveryOf } from '../run/recovery.ts'
import type { ListedTest, RunPart } from '../run/run-part.ts'
import type { Counts, FindingCounts, Tally } from '../run/tally.ts'
import { earlierText } from './earlier-errors.ts'
import { headline, type OperationCounts, reportVerdict } from './headline.ts'
import { deletedText, failureSentences, notTestedWith, paidMoreIn, RESTART_TEXT } from './limits.ts'
import type { DeletedPart, ReportDocument, TestDocument } from './report-document.ts'

/** All of a report but its findings. */
export function reportOf(
  part: RunPart,
  possible: ReadonlySet<Requirement>,
  tests: readonly TestDocument[] = part.tests.map(testDocument),
): Omit<ReportDocument, 'findings'> {
  const { tally, findings } = part
  const recovery = recoveryOf(tally.recovery)
  return {
    ...judgedPart({
      ...tally,
      findings,
      encountered: tally.counts,
      counts: countsOf(tally),
      operations: operationsIn(tally),
      refused_calls: part.turnedAway,
      deleted: { requests: part.deleted.requests, counts: countsOf(part.deleted) },
      earlier_payments: sinceRestart(part),
      unmatched_scenarios: part.unmatchedScenarios,
      accepted: part.accepted,
      incomplete: failureSentences(tally.failures),
    }),
    worlds: part.worlds,
    all_tests: part.allTests,
    dropped_findings: foundIn(tally) - findings.length,
    books: part.books,
    unused_accepts: part.unusedAccepts,
    coverage: coverageOf(tally.covered, possible),
    tests,
    ...(Object.keys(tally.unrecovered).length > 0 && { unrecovered: tally.unrecovered }),
    ...(recovery && { recovery }),
    ...(Object.keys(part.earlier).length > 0 && { earlier_errors: part.earlier }),
    ...(tally.span && { outcomes: tally.outcomes.document() }),
  }
}

/** What a report does not know, and what the one before the restart said. */
function sinceRestart({ tally, earlier }: RunPart): string | null {
  const texts = [tally.hasEarlierPayments ? RESTART_TEXT : undefined, earlierText(earlier)]
  return texts.filter(Boolean).join(' ') || null
}

type JudgedSums = Pick<
  Tally,
  | 'requests'
  | 'own'
  | 'waiting'
  | 'undecided'
  | 'counts_by_code'
  | 'raised'
  | 'overcharged'
  | 'notes'
> &
  Pick<
    ReportDocument,
    | 'encountered'
    | 'counts'
    | 'earlier_payments'
    | 'unmatched_scenarios'
    | 'accepted'
    | 'operations'
  > & {
    readonly refused_calls: number
    readonly incomplete: readonly string[]
    readonly deleted?: DeletedPart | undefined
    readonly findings: Parameters<typeof paidMoreIn>[0]['findings']
  } & Rejudging

/** What somebody else knows about a run. */
interface Rejudging {
  /** The command to sweep, as typed in a shell. */
  readonly command?: string | undefined
  /** The `--env` that it needs. */
  readonly env?: readonly string[] | undefined
  /** Why nothing was tested. */
  readonly untested?: string | undefined
}

/** What a report says first, and the numbers that it follows from. */
export function judgedPart(sums: JudgedSums) {
  const { requests, waiting, undecided, refused_calls, encountered, counts, operations } = sums
  const {
    counts_by_code,
    raised,
    overcharged,
    notes,
    earlier_payments,
    unmatched_scenarios,
    deleted,
  } = sums
  const { incomplete } = sums
  const verdict = reportVerdict(sums)
  const words = headline(verdict, { ...sums, paidMore: paidMoreIn(sums) })
  return {
    verdict,
    headline: words.headline,
    not_tested: notTestedWith(earlier_payments, unmatched_scenarios, deleted, words.notTested),
    ...(incomplete.length > 0 && { incomplete }),
    earlier_payments,
    unmatched_scenarios,
    requests,
    waiting,
    undecided,
    ...(refused_calls > 0 && { refused_calls }),
    ...(deleted && deletedText(deleted) && { deleted }),
    encountered,
    operations,
    counts,
    counts_by_code,
    ...(Object.keys(raised).length > 0 && { raised }),
    overcharged,
    accepted: sums.accepted,
    ...(Object.keys(notes).length > 0 && { notes }),
  }
}

/** A report whose first line also says what somebody else knows about its run. */
export function rejudged<Report extends ReportDocument>(
  report: Report,
  { incomplete: sentences = [], ...more }: Rejudging & { readonly incomplete?: readonly string[] },
): Report {
  const { notes = {}, raised = {}, refused_calls = 0, incomplete = [] } = report
  const sums = { ...report, own: 0, notes, raised, refused_calls }
  return {
    ...report,
    ...judgedPart({ ...sums, ...more, incomplete: [...incomplete, ...sentences] }),
  }
}

function operationsIn({ calls, lost }: Tally): OperationCounts {
  const counts = transactionKinds.map((kind) => {
    return [kind, { requests: calls[kind] ?? 0, lost: lost[kind] ?? 0 }] as const
  })
  return Object.fromEntries(counts.filter(([, { requests }]) => requests > 0))
}

/** How many findings there are, kept or not. */
export function foundIn({ counts_by_code, notes }: FindingCounts): number {
  return sumOfCounts(counts_by_code) + sumOfCounts(notes)
}

function sumOfCounts(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function countsOf({ counts_by_code, raised, notes }: Tally): ReportDocument['counts'] {
  const counts = { error: sumOfCounts(raised), warning: 0, note: sumOfCounts(notes) }
  for (const { code, severity } of allFindings) {
    counts[severity] += (counts_by_code[code] ?? 0) - (raised[code] ?? 0)
  }
  return counts
}

export function testVerdict(tally: Tally): TestDocument['verdict'] {
  return reportVerdict({
    counts: countsOf(tally),
    encountered: tally.counts,
    operations: operationsIn(tally),
    incomplete: failureSentences(tally.failures),
    accepted: [],
  })
}

export function testDocument({ test, isOpen, tally }: ListedTest): TestDocument {
  const { totals, span } = tally
  const { verdicts } = totals
  return {
    id: testId(test),
    ...test,
    ended: !isOpen,
    verdict: testVerdict(tally),
    counts: countsOf(tally),
    encountered: Object.fromEntries(Object.entries(tally.counts).filter(([, n]) => n > 0)),
    requests: tally.requests,
    payments: totals.payments,
    charged: totals.charged,
    double_charges: verdicts['double-charge'],
    double_refunds: totals.double_refunds,
    at: span === undefined ? null : isoUtc(span.at),
    real_at: span === undefined ? null : isoUtc(span.from),
    duration: span === undefined ? 0 : Math.round(span.to - span.from),
  }
}

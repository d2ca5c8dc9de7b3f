import { transactionKinds } from '../../domain/transaction/kinds-and-statuses.ts'
import type { TestRef } from '../../record/test-ref.ts'
import { mergedBooks } from '../books/merged-books.ts'
import { percentOf } from '../coverage/coverage.ts'
import type { FindingDocument } from '../findings/finding-document.ts'
import type { ReportVerdict } from '../report-verdict.ts'
import { byRank } from '../run/kept.ts'
import { addCounts, addGroups, type Counts, type GroupedCounts } from '../run/tally.ts'
import { judgedPart } from './make-report.ts'
import type { ReportDocument } from './report-document.ts'

/** One run of a merged report: its file, its verdict and how it was made. */
export interface MergedRun {
  readonly file: string
  readonly verdict: ReportVerdict
  readonly headline: string
  readonly facts: Readonly<Record<string, string>>
}

/** One report of several runs. */
export function mergedReport(
  reports: readonly ReportDocument[],
  /** The command of all of them, as typed in a shell. */
  command?: string,
): ReportDocument {
  const [first] = reports
  if (first === undefined) throw new Error('There is nothing to merge')
  const sum = (count: (report: ReportDocument) => number) =>
    reports.reduce((total, report) => total + count(report), 0)
  const findings = mergedFindings(reports)
  const unrecovered = summed(reports.map((one) => one.unrecovered ?? {}))
  return {
    ...judgedPart({
      command,
      findings,
      requests: sum((one) => one.requests),
      own: 0,
      waiting: sum((one) => one.waiting),
      undecided: sum((one) => one.undecided),
      refused_calls: sum((one) => one.refused_calls ?? 0),
      deleted: {
        requests: sum((one) => one.deleted?.requests ?? 0),
        counts: summed(reports.map((one) => one.deleted?.counts ?? NO_COUNTS)),
      },
      encountered: summed(reports.map((one) => one.encountered)),
      counts: summed(reports.map((one) => one.counts)),
      operations: mergedOperations(reports),
      counts_by_code: summed(reports.map((one) => one.counts_by_code as Counts)),
      overcharged: groupedSums(reports.map((one) => one.overcharged)),
      raised: summed(reports.map((one) => one.raised ?? {})),
      notes: summed(reports.map((one) => one.notes ?? {})),
      earlier_payments: reports.find((one) => one.earlier_payments)?.earlier_payments ?? null,
      accepted: reports.flatMap((one) => one.accepted),
      incomplete: reports.flatMap((one) => one.incomplete ?? []),
      // If one run matched a rule of the scenario, the scenario has tested something.
      unmatched_scenarios: first.unmatched_scenarios.filter(({ name }) =>
        reports.every((one) => one.unmatched_scenarios.some((other) => other.name === name)),
      ),
    }),
    findings,
    ...(Object.keys(unrecovered).length > 0 && { unrecovered }),
    ...(reports.length === 1 && first.recovery && { recovery: first.recovery }),
    worlds: sum((one) => one.worlds),
    all_tests: reports.flatMap(({ all_tests }) => all_tests),
    dropped_findings: sum((one) => one.dropped_findings),
    books: mergedBooks(reports.flatMap(({ books }) => books)),
    // One run need not show all that another one shows.
    unused_accepts: first.unused_accepts.filter(({ code, test }) =>
      reports.every((one) =>
        one.unused_accepts.some((other) => other.code === code && other.test === test),
      ),
    ),
    coverage: mergedCoverage(reports),
    tests: reports.flatMap(({ tests }, i) =>
      tests.map((test) => ({ ...test, id: ownId(i, test.id) })),
    ),
  }
}

/** A report whose tests have the file of their run. */
export function ofRun(report: ReportDocument, run: string): ReportDocument {
  const withRun = <Of extends { readonly test: TestRef | null }>(one: Of): Of =>
    one.test === null ? one : { ...one, test: { ...one.test, run } }
  return {
    ...report,
    all_tests: report.all_tests.map((test) => ({ ...test, run })),
    findings: report.findings.map(withRun),
    tests: report.tests.map((test) => ({ ...test, run })),
    books: report.books.map(withRun),
    accepted: report.accepted.map(withRun),
  }
}

const NO_COUNTS = { error: 0, warning: 0, note: 0 }

function mergedOperations(reports: readonly ReportDocument[]): ReportDocument['operations'] {
  const merged = transactionKinds.flatMap((kind) => {
    const all = reports.flatMap(({ operations }) => operations[kind] ?? [])
    return all.length === 0 ? [] : [[kind, summed(all)] as const]
  })
  return Object.fromEntries(merged)
}

/** The members of records of numbers, added up. */
function summed<Sums extends Readonly<Counts>>(all: readonly Sums[]): Sums {
  const sums: Counts = {}
  for (const one of all) addCounts(sums, one)
  return sums as Sums
}

function groupedSums(all: readonly ReportDocument['overcharged'][]): GroupedCounts {
  const sums: GroupedCounts = {}
  for (const one of all) addGroups(sums, one)
  return sums
}

/** Runs number their tests and findings alike. */
function ownId(nth: number, id: string): string {
  return `${nth + 1}.${id}`
}

function mergedFindings(reports: readonly ReportDocument[]): readonly FindingDocument[] {
  return reports
    .flatMap(({ findings }, i) =>
      findings.map((one) => ({
        ...one,
        id: ownId(i, one.id),
        payment: one.payment === null ? null : ownId(i, one.payment),
      })),
    )
    .sort(byRank)
}

/** A case is covered if one of the runs covers it, and counts if it counts in one. */
function mergedCoverage(reports: readonly ReportDocument[]): ReportDocument['coverage'] {
  const all = reports.flatMap(({ coverage }) => coverage.cases)
  const cases = [...new Set(all.map(({ name }) => name))].flatMap((name) => {
    const same = all.filter((one) => one.name === name)
    const shown = same.find(({ covered }) => covered) ?? same.find((one) => !one.not_counted)
    return shown ?? same.slice(0, 1)
  })
  return { percent: percentOf(cases), cases }
}

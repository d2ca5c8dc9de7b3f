import { counted } from '../../base/text/counted.ts'
import { isSameTest } from '../../record/test-ref.ts'
import { type Block, type List, paragraph, type Strip, stripOf } from '../blocks/block.ts'
import { booksBlocks } from '../books/books-blocks.ts'
import type { BooksDocument, BooksFinding } from '../books/books-document.ts'
import { coveragePart } from '../coverage/coverage-blocks.ts'
import { findingName } from '../findings/all-findings.ts'
import { findingsBlocks } from '../findings/finding-blocks.ts'
import type { FindingDocument } from '../findings/finding-document.ts'
import { orderName } from '../payments/retry.ts'
import { byRank } from '../run/kept.ts'
import { recoveryText } from '../run/recovery.ts'
import { paidMoreIn, paidMoreLines } from './limits.ts'
import type { MergedRun } from './merged-report.ts'
import { dateInWords } from './ran-text.ts'
import type { ReportDocument } from './report-document.ts'
import { testText } from './test-name.ts'

interface ReportSetting {
  /** Where a finding is shown; undefined: nowhere. */
  readonly pageOf?: ((finding: FindingDocument) => string | undefined) | undefined
  /** Where the finding of a difference is shown. */
  readonly differencePage?: ((finding: FindingDocument) => string) | undefined
  /** Whether the coverage is that of a plan. */
  readonly isPlanned?: boolean
  /** The runs of a merged report. */
  readonly runs?: readonly MergedRun[]
}

/** The parts of a report, in their order. */
export function reportParts(report: ReportDocument, setting: ReportSetting = {}) {
  const { findings, books, coverage, recovery } = report
  const { pageOf, differencePage, isPlanned = false, runs = [] } = setting
  return {
    verdict: [verdictStrip(report)],
    recovery: recovery === undefined ? [] : [paragraph(recoveryText(recovery))],
    findings: findingsBlocks(findings, { pageOf }),
    limits: limitLines(report),
    accepted: acceptedList(report),
    books: books.flatMap((one) => booksBlocks(one, linksIn(one, findings, differencePage))),
    coverage: [coveragePart(coverage, isPlanned)],
    runs: runList(runs),
  } satisfies Readonly<Record<string, readonly Block[]>>
}

/** A report: the verdict, what shows it, and what was never tried. */
export function reportBlocks(report: ReportDocument, setting?: ReportSetting): readonly Block[] {
  return Object.values(reportParts(report, setting)).flat()
}

export function verdictStrip(report: ReportDocument): Strip {
  const { verdict, headline, not_tested } = report
  return stripOf(verdict, {
    title: 'Sandgate',
    line: headline,
    notes: [...(not_tested?.split('\n') ?? []), ...paidMoreLines(paidMoreIn(report))],
  })
}

/** What is not among the findings. */
function limitLines({ dropped_findings, refused_calls = 0 }: ReportDocument): readonly Block[] {
  return [
    ...(dropped_findings === 0
      ? []
      : [paragraph(`Not kept: ${counted(dropped_findings, 'further finding')}.`)]),
    // They are not part of the run.
    ...(refused_calls === 0
      ? []
      : [
          paragraph(
            `Not judged: ${counted(refused_calls, 'refused call')} from other sites or without valid credentials.`,
          ),
        ]),
  ]
}

/** Findings that the config accepts, the worst first, and what it accepts without need. */
export function acceptedList({
  accepted,
  unused_accepts,
}: Pick<ReportDocument, 'accepted' | 'unused_accepts'>): readonly List[] {
  const times = new Map<string, number>()
  for (const one of [...accepted].sort(byRank)) {
    const test = testText(one.test)
    const what = `${nameWithCode(one.code)}${test && ` in ${test}`}: ${one.because.replace(/\.$/, '')}`
    times.set(what, (times.get(what) ?? 0) + 1)
  }
  const items = [
    ...[...times].map(([what, n]) => `Accepted: ${what}${n === 1 ? '' : ` (${n} times)`}.`),
    ...unused_accepts.map(
      ({ code, test }) =>
        `Accepted in the config, but not found in this run: ${nameWithCode(code)}${test ? ` in ${test}` : ''}. Remove it from report.accept.`,
    ),
  ]
  return items.length === 0 ? [] : [{ kind: 'list', id: 'accepted', items }]
}

function nameWithCode(code: string): string {
  return `${findingName(code)} (${code})`
}

/** A difference leads to its finding. */
function linksIn(
  { test }: BooksDocument,
  findings: readonly FindingDocument[],
  pageOf: ReportSetting['differencePage'],
) {
  const own = findings.filter((one) => isSameTest(one.test, test))
  return ({ code, order }: BooksFinding): string | undefined => {
    const found = own.find((one) => one.code === code && one.subject === orderName(order))
    return found && pageOf?.(found)
  }
}

/** One line for each run of a merged report, with how it was made. */
function runList(runs: readonly MergedRun[]): readonly List[] {
  if (runs.length === 0) return []
  const items = runs.map(({ file, headline, facts }) => {
    const made = Object.entries(facts).map(
      ([name, value]) => `${name.toLowerCase()} ${name === 'Date' ? dateInWords(value) : value}`,
    )
    return `${file}: ${[headline, ...made].join('; ')}`
  })
  return [{ kind: 'list', title: 'Runs', items }]
}

/** Where the dashboard shows a finding. */
export function findingPage({
  id,
  test,
  payment,
}: Pick<FindingDocument, 'id' | 'test' | 'payment'>): string {
  if (payment === null || test === null) return `/_sandbox/report#${encodeURIComponent(id)}`
  const { world } = test
  return `${world === 'default' ? '' : `/w/${world}`}/_sandbox/payments/${payment}`
}

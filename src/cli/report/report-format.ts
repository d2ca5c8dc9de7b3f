import { extname } from 'node:path'
import { printableJson, printableLines } from '../../base/text/printable.ts'
import type { FindingDocument } from '../../judge/findings/finding-document.ts'
import type { PaymentDocument } from '../../judge/payments/payment-document.ts'
import type { MergedRun } from '../../judge/report/merged-report.ts'
import { findingPage, reportBlocks } from '../../judge/report/report-blocks.ts'
import type { ReportDocument } from '../../judge/report/report-document.ts'
import { writeOutput } from '../process/files.ts'
import { blocksText, plainLayout } from '../terminal/blocks-text.ts'
import type { Layout } from '../terminal/table.ts'
import { junitReport } from './junit-report.ts'
import { blocksMarkdown } from './markdown.ts'

export const reportFormats = ['text', 'json', 'junit', 'markdown', 'html'] as const

export type ReportFormat = (typeof reportFormats)[number]

/** A fact about the run that a report shows: `['Version', '1.0.0']`. */
export type RunFact = readonly [name: string, value: string]

const endings: Readonly<Record<string, ReportFormat>> = {
  '.json': 'json',
  '.xml': 'junit',
  '.md': 'markdown',
  '.html': 'html',
}

/** Writes a report to each file, in the format of its ending. */
export async function writeReports(
  files: readonly string[],
  write: (format: ReportFormat) => Promise<string>,
): Promise<void> {
  for (const file of files) {
    await writeOutput(file, await write(endings[extname(file).toLowerCase()] ?? 'text'))
  }
}

/** The line that names the files of a report, if there are any. */
export function writtenLines(files: readonly string[]): readonly string[] {
  return files.length === 0 ? [] : [`Report written: ${files.join(', ')}`]
}

/** What a format may need besides the report. */
interface ReportParts extends ReportSurroundings {
  readonly facts?: readonly RunFact[]
  /** The payments of the run, oldest first. */
  readonly payments?: readonly PaymentDocument[]
  /** Whether the coverage is that of a plan. */
  readonly isPlanned?: boolean
  /** Whether the coverage is checked. */
  readonly isCoverageChecked?: boolean
}

export async function formattedReport(
  format: ReportFormat,
  given: ReportDocument,
  {
    layout,
    sandbox,
    payments,
    isPlanned = false,
    isCoverageChecked = false,
    ...of
  }: ReportParts = {},
): Promise<string> {
  const { facts = [] } = of
  const report = printableDocument(given)
  const runs = printableDocument(of.runs ?? [])
  switch (format) {
    case 'text':
      return `${textReport(report, { runs, ...(layout && { layout }), ...(sandbox && { sandbox }) })}\n`
    case 'json':
      return `${printableJson(
        {
          ...given,
          ...(facts.length > 0 && { facts: Object.fromEntries(facts) }),
          ...(runs.length > 0 && { runs }),
        },
        2,
      )}\n`
    case 'junit':
      return junitReport(report, isPlanned || isCoverageChecked)
    case 'markdown':
      return `${markdownReport(report, runs)}\n`
    case 'html': {
      const { htmlReport } = await import('../../dashboard/report/html-report.tsx')
      return await htmlReport(report, { facts, runs, isPlanned, ...(payments && { payments }) })
    }
  }
}

/** A report may come from a file that somebody else wrote. */
export function printableDocument<Document>(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_name, value: unknown) =>
    typeof value === 'string' ? printableLines(value) : value,
  ) as Document
}

/** What a report for people may need besides the report. */
interface ReportSurroundings {
  readonly layout?: Layout
  /** The address of the sandbox, if it is still running. */
  readonly sandbox?: string
  /** The runs of a merged report. */
  readonly runs?: readonly MergedRun[]
}

/**
 * A report for people. `sandbox`: its URL while it runs.
 * @internal Exported for tests.
 */
export function textReport(
  report: ReportDocument,
  { layout = plainLayout, sandbox, runs = [] }: ReportSurroundings = {},
): string {
  const pageOf = sandbox && ((one: FindingDocument) => `${sandbox}${findingPage(one)}`)
  return blocksText(reportBlocks(report, { runs, ...(pageOf && { pageOf }) }), layout)
}

/** A report for pull requests and job summaries. */
export function markdownReport(report: ReportDocument, runs: readonly MergedRun[] = []): string {
  return blocksMarkdown(reportBlocks(report, { runs }))
}

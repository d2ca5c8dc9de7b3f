import { extname } from 'node:path'
import { printableJson, printableLines } from '../../base/text/printable.ts'
import type { PaymentDocument } from '../../judge/payments/payment-document.ts'
import type { ReportDocument } from '../../judge/report/report-document.ts'
import { writeOutput } from '../process/files.ts'
import { junitReport } from './junit-report.ts'
import { markdownReport, type ReportSurroundings, textReport } from './report-text.ts'

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

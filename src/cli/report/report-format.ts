import { extname } from 'node:path'
import { printableLines } from '../../document/printable.ts'
import { junitReport } from '../../insight/report/junit-report.ts'
import { markdownReport } from '../../insight/report/markdown-report.ts'
import type { MergedRun } from '../../insight/report/merged-report.ts'
import type { ReportDocument } from '../../insight/report/report-document.ts'
import { type Paint, textReport } from '../../insight/report/text-report.ts'
import type { PaymentDocument } from '../../insight/stories/story-document.ts'
import { writeOutput } from '../process/files.ts'
import type { Style } from '../terminal/style.ts'

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
interface ReportParts {
  readonly style?: Style
  /** The address of the sandbox, if it is still running. */
  readonly sandbox?: string
  readonly facts?: readonly RunFact[]
  /** The runs of a merged report. */
  readonly runs?: readonly MergedRun[]
  /** The payments of the run, oldest first. */
  readonly stories?: readonly PaymentDocument[]
  /** Whether the coverage is that of a plan. */
  readonly isPlanned?: boolean
  /** Whether the coverage is checked. */
  readonly isCoverageChecked?: boolean
}

export async function formattedReport(
  format: ReportFormat,
  given: ReportDocument,
  {
    style,
    sandbox,
    stories,
    isPlanned = false,
    isCoverageChecked = false,
    ...of
  }: ReportParts = {},
): Promise<string> {
  const { facts = [], runs = [] } = of
  const report = printableDocument(given)
  switch (format) {
    case 'text':
      return `${textReport(report, style && paintWith(style), sandbox)}\n${runLines(runs, '  ')}`
    case 'json':
      return `${JSON.stringify(
        {
          ...given,
          ...(facts.length > 0 && { facts: Object.fromEntries(facts) }),
          ...(runs.length > 0 && { runs }),
        },
        undefined,
        2,
      )}\n`
    case 'junit':
      return junitReport(report, isPlanned || isCoverageChecked)
    case 'markdown':
      return `${markdownReport(report)}\n${runLines(runs, '- ')}`
    case 'html': {
      const { htmlReport } = await import('../../dashboard/report/html-report.tsx')
      return await htmlReport(report, { facts, runs, isPlanned, ...(stories && { stories }) })
    }
  }
}

/** The runs of a merged report, one line each. */
function runLines(runs: readonly MergedRun[], mark: string): string {
  if (runs.length === 0) return ''
  const lines = runs.map(({ file, headline, facts }) => {
    const told = Object.entries(facts).map(([name, value]) => `${name.toLowerCase()} ${value}`)
    return printableLines(`${mark}${file}: ${[headline, ...told].join('; ')}`)
  })
  return `\nRuns:\n\n${lines.join('\n')}\n`
}

/** A report may come from a file that somebody else wrote. */
export function printableDocument<Document>(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_name, value: unknown) =>
    typeof value === 'string' ? printableLines(value) : value,
  ) as Document
}

const tones = {
  error: 'bad',
  warning: 'odd',
  note: 'quiet',
  strong: 'strong',
  faint: 'quiet',
} as const

export function paintWith(style: Style): Paint {
  return (how, text) => style(tones[how], text)
}

import type { FindingDocument } from '../../judge/findings/finding-document.ts'
import type { MergedRun } from '../../judge/report/merged-report.ts'
import { findingPage, reportBlocks } from '../../judge/report/report-blocks.ts'
import type { ReportDocument } from '../../judge/report/report-document.ts'
import { blocksText, plainLayout } from '../terminal/blocks-text.ts'
import type { Layout } from '../terminal/table.ts'
import { blocksMarkdown } from './markdown.ts'

/** What a report for people may need besides the report. */
export interface ReportSurroundings {
  readonly layout?: Layout
  /** The address of the sandbox, if it is still running. */
  readonly sandbox?: string
  /** The runs of a merged report. */
  readonly runs?: readonly MergedRun[]
}

/** A report for people. `sandbox`: its URL while it runs. */
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

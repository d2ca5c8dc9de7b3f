import { printableJson } from '../../base/text/printable.ts'
import type { Swept } from '../../judge/sweep/document/sweep-schema.ts'
import { sweepBlocks, sweepParts } from '../../judge/sweep/shown/sweep-blocks.ts'
import { sweepDocument } from '../../judge/sweep/shown/sweep-document.ts'
import { blocksMarkdown } from '../report/markdown.ts'
import type { ReportFormat, RunFact } from '../report/report-format.ts'
import { blocksText, plainLayout } from '../terminal/blocks-text.ts'
import type { Layout } from '../terminal/table.ts'
import { sweepJunit } from './sweep-junit.ts'

/** The end of a sweep: a terminal shows the end of what is printed, so the verdict comes last. */
export function sweepText(swept: Swept, layout: Layout): string {
  const { verdict, ...parts } = sweepParts(swept)
  return blocksText([...Object.values(parts).flat(), ...verdict], layout)
}

/**
 * A sweep for pull requests and job summaries.
 * @internal Exported for tests.
 */
export function sweepMarkdown(swept: Swept): string {
  return `${blocksMarkdown(sweepBlocks(swept))}\n`
}

interface SweepSurroundings {
  readonly facts?: readonly RunFact[]
  /** Of the terminal, if it is printed there. */
  readonly layout?: Layout
}

/** A sweep in one of the formats of a report, which begin with the verdict. */
export async function formattedSweep(
  format: ReportFormat,
  swept: Swept,
  { facts = [], layout = plainLayout }: SweepSurroundings = {},
): Promise<string> {
  switch (format) {
    case 'text':
      return `${blocksText(sweepBlocks(swept), layout)}\n`
    case 'json':
      return `${printableJson(sweepDocument(swept), 2)}\n`
    case 'junit':
      return sweepJunit(swept)
    case 'markdown':
      return sweepMarkdown(swept)
    case 'html': {
      const { sweepPage } = await import('../../dashboard/report/sweep-page.tsx')
      return sweepPage(swept, facts)
    }
  }
}

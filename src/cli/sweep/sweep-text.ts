import { sweepJunit } from '../../insight/sweep/formats/junit.ts'
import { sweepMarkdown } from '../../insight/sweep/formats/markdown.ts'
import { type Grid, gridsOf, toneOfResult } from '../../insight/sweep/grid.ts'
import { sweepDocument } from '../../insight/sweep/sweep-document.ts'
import {
  controlLine,
  meanings,
  notTriedLine,
  repeatLine,
  reportedOutcomes,
  type Swept,
  storyOf,
  unsafeOutcomes,
  verdictLine,
  worstOfEachKind,
} from '../../insight/sweep/swept.ts'
import type { ReportFormat, RunFact } from '../report/report-format.ts'
import { type Layout, table } from '../terminal/table.ts'

const REPEATS = 10

/** A sweep for people: the grids, one story of each kind, how to repeat them, and the verdict. */
export function sweepText(swept: Swept, layout: Layout): string {
  const unsafe = unsafeOutcomes(swept)
  const stories = worstOfEachKind(swept).map((outcome) => {
    const { cell, result } = outcome
    return `${layout.style('strong', `${cell.name}: ${result}`)}\n${storyOf(outcome)?.text}`
  })
  const tone = unsafe.length > 0 ? 'bad' : 'good'
  const end = [
    layout.style(tone, verdictLine(swept)),
    ...controlLine(swept),
    ...notTriedLine(swept),
  ]
  return [
    ...gridsOf(swept).map((grid) => gridText(grid, layout)),
    ...stories,
    ...repeats(swept),
    ...meanings(swept),
    end.join('\n'),
  ].join('\n\n')
}

function gridText({ title, forms, rows }: Grid, layout: Layout): string {
  const columns = ['call', ...forms].map((name) => ({ title: name }))
  const lines = rows.map(({ call, cells }) => [
    call,
    ...cells.map((cell) => (cell ? { text: cell.result, tone: toneOfResult(cell.result) } : '')),
  ])
  return `${layout.style('strong', title)}\n${table(columns, lines, layout)}`
}

function repeats(swept: Swept): readonly string[] {
  const told = reportedOutcomes(swept)
  if (told.length === 0) return []
  const lines = told.slice(0, REPEATS).map((outcome) => `  ${repeatLine(swept, outcome)}`)
  const more = told.length > REPEATS ? [`  … and ${told.length - REPEATS} more`] : []
  return [['To repeat one:', ...lines, ...more].join('\n')]
}

/** A sweep in one of the formats of a report. */
export async function formattedSweep(
  format: ReportFormat,
  swept: Swept,
  facts: readonly RunFact[] = [],
): Promise<string> {
  switch (format) {
    case 'text':
      return `${sweepText(swept, { width: undefined, style: (_tone, text) => text })}\n`
    case 'json':
      return `${JSON.stringify(sweepDocument(swept), undefined, 2)}\n`
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

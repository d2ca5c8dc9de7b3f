import { printable } from '../../document/printable.ts'
import { numberText } from '../../domain/money.ts'
import { sweepJunit } from '../../insight/sweep/formats/junit.ts'
import { sweepMarkdown } from '../../insight/sweep/formats/markdown.ts'
import { type Grid, gridsOf } from '../../insight/sweep/grid.ts'
import { cellResults, resultTraits } from '../../insight/sweep/result.ts'
import type { Swept } from '../../insight/sweep/sweep-schema.ts'
import {
  acceptedLines,
  baselineLines,
  baselineStories,
  evidenceOf,
  hasSweepFailed,
  meanings,
  notTriedLine,
  repeatLine,
  reportedCells,
  selfCheckLine,
  sweepDocument,
  verdictLine,
  warningLines,
  worstOfEachKind,
} from '../../insight/sweep/swept.ts'
import type { ReportFormat, RunFact } from '../report/report-format.ts'
import { GAP, lengthOf } from '../terminal/column-widths.ts'
import { flow } from '../terminal/flow.ts'
import type { Layout } from '../terminal/table.ts'

const REPEATS = 3

/** A sweep for people: the grids, one story of each kind, how to repeat them, and the verdict. */
export function sweepText(swept: Swept, layout: Layout): string {
  const stories = worstOfEachKind(swept).map((cell) => {
    const { name, result } = cell
    const texts = evidenceOf(cell).map(({ text }) => text)
    return [layout.style('strong', `${name}: ${result}`), texts.join('\n\n')].join('\n')
  })
  const tone = hasSweepFailed(swept) ? 'bad' : 'good'
  const end = [
    layout.style(tone, verdictLine(swept)),
    ...selfCheckLine(swept),
    ...notTriedLine(swept),
  ]
  return [
    ...baselineLines(swept).map((line) => layout.style('bad', line)),
    ...baselineStories(swept).map(({ text }) => text),
    ...gridsOf(swept).map((grid) => gridText(grid, layout)),
    ...warningsText(swept, layout),
    ...acceptedLines(swept),
    ...stories,
    ...repeats(swept),
    ...meanings(swept),
    end.join('\n'),
  ].join('\n\n')
}

/** One line for each call: `purchase-1  DOUBLE CHARGE: http, hang; UNRESOLVED: unknown`. */
function gridText({ title, faults, rows }: Grid, { width, style }: Layout): string {
  const names = rows.map(({ call }) => printable(call))
  const widest = Math.max(...names.map(lengthOf))
  const isBeside = width === undefined || widest <= width / 2
  const lines = rows.map(({ cells }, i) => {
    const name = names[i] ?? ''
    const results = resultsText(cells, faults, style)
    if (!isBeside) return `${name}\n${flow(`    ${results}`, width)}`
    return flow(`${name.padEnd(widest)}${GAP}${results}`, width, widest + GAP.length)
  })
  return [style('strong', title), ...lines].join('\n')
}

/** The faults by result, worst first. */
function resultsText(
  cells: Grid['rows'][number]['cells'],
  faults: Grid['faults'],
  style: Layout['style'],
): string {
  const groups = cellResults.flatMap((result) =>
    [false, true].flatMap((isAccepted) => {
      const own = faults.filter((_, i) => {
        const cell = cells[i]
        return cell?.result === result && (cell.accepted !== null) === isAccepted
      })
      const name = style(isAccepted ? 'quiet' : resultTraits[result].tone, result)
      return own.length === 0
        ? []
        : [`${name}${isAccepted ? ' (accepted)' : ''}: ${own.join(', ')}`]
    }),
  )
  return groups.join('; ')
}

function warningsText(swept: Swept, { width, style }: Layout): readonly string[] {
  const lines = warningLines(swept).map((line) => flow(`  ${line}`, width, 4))
  return lines.length === 0 ? [] : [[style('strong', 'Warnings'), ...lines].join('\n')]
}

function repeats(swept: Swept): readonly string[] {
  const told = reportedCells(swept)
  if (told.length === 0) return []
  const lines = told.slice(0, REPEATS).map((cell) => `  ${repeatLine(swept, cell)}`)
  const more = told.length - REPEATS
  const others =
    more > 0
      ? [`  … and ${numberText(more)} more: --report sweep.html has a line for each cell`]
      : []
  return [['To repeat one:', ...lines, ...others].join('\n')]
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

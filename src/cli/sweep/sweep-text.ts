import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { sweepHtml } from '../../insight/sweep/formats/html.ts'
import { sweepJunit } from '../../insight/sweep/formats/junit.ts'
import { sweepMarkdown } from '../../insight/sweep/formats/markdown.ts'
import {
  type CellOutcome,
  type Grid,
  gridsOf,
  gridTitles,
  hungTexts,
  repeatLine,
  type ShownResult,
  type Swept,
  sweepDocument,
  toldOutcomes,
  unsafeOutcomes,
  verdictLine,
} from '../../insight/sweep/swept.ts'
import type { Tone } from '../terminal/style.ts'
import { type Layout, table } from '../terminal/table.ts'

/** How many stories are printed; the reports have all of them. */
const STORIES = 3
const REPEATS = 10

/** A sweep for people: the grids, the worst stories, how to repeat them, and the verdict. */
export function sweepText(swept: Swept, layout: Layout): string {
  const unsafe = unsafeOutcomes(swept)
  const stories = onePerCall(toldOutcomes(swept))
    .slice(0, STORIES)
    .flatMap(({ cell, findings }) =>
      findings.slice(0, 1).map(({ text }) => `${layout.style('strong', cell.name)}\n${text}`),
    )
  const tone = unsafe.length > 0 ? 'bad' : 'good'
  return [
    ...gridsOf(swept).map((grid) => gridText(grid, layout)),
    ...stories,
    ...repeats(swept),
    ...hungTexts(swept),
    layout.style(tone, verdictLine(swept)),
  ].join('\n\n')
}

/** Losing the same call in several ways gives nearly the same story. */
function onePerCall(outcomes: readonly CellOutcome[]): readonly CellOutcome[] {
  const isFirst = ({ cell }: CellOutcome, index: number) =>
    outcomes.findIndex((one) => one.cell.call.name === cell.call.name) === index
  return outcomes.filter(isFirst)
}

function gridText({ at, forms, rows }: Grid, layout: Layout): string {
  const columns = ['call', ...forms].map((title) => ({ title }))
  const lines = rows.map(({ call, results }) => [
    call,
    ...results.map((result) => (result ? { text: result, tone: toneOf(result) } : '')),
  ])
  return `${layout.style('strong', gridTitles[at])}\n${table(columns, lines, layout)}`
}

function toneOf(result: ShownResult): Tone {
  if (result === 'safe' || result === 'failed safe') return 'good'
  if (result === 'not run') return 'quiet'
  return result === result.toUpperCase() ? 'bad' : 'odd'
}

function repeats(swept: Swept): readonly string[] {
  const told = toldOutcomes(swept)
  if (told.length === 0) return []
  const lines = told.slice(0, REPEATS).map((outcome) => `  ${repeatLine(swept, outcome)}`)
  const more = told.length > REPEATS ? [`  … and ${told.length - REPEATS} more`] : []
  return [['To repeat one:', ...lines, ...more].join('\n')]
}

const formats: Readonly<Record<string, (swept: Swept) => string>> = {
  '.json': (swept) => `${JSON.stringify(sweepDocument(swept), undefined, 2)}\n`,
  '.xml': sweepJunit,
  '.md': sweepMarkdown,
  '.html': sweepHtml,
}

/** Writes a sweep report in the format of the file's extension. */
export async function writeSweepReport(file: string, swept: Swept): Promise<void> {
  const format = formats[extname(file).toLowerCase()] ?? plainText
  await writeFile(file, format(swept))
}

function plainText(swept: Swept): string {
  return `${sweepText(swept, { width: undefined, style: (_tone, text) => text })}\n`
}

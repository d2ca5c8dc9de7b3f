import { printable } from '../../base/text/printable.ts'
import type { GridBlock } from '../../judge/blocks/block.ts'
import { faultTraits } from '../../judge/sweep/cells/fault.ts'
import { type CellResult, isShown, resultTraits } from '../../judge/sweep/cells/result.ts'
import { type Grid, noteOn, toneOf, warningMeaning } from '../../judge/sweep/shown/grid.ts'
import { flow, lengthOf } from './flow.ts'
import { GAP, type Layout } from './table.ts'

/** How many letters of a fault's name are shown: all, or as many as there is room for. */
const headLengths = [Number.POSITIVE_INFINITY, 4, 3]

/** The grids, and below them what their marks mean. */
export function gridsText({ grids, counts }: GridBlock, layout: Layout): string {
  const { width, style } = layout
  const meanings = counts.map(([result]) => {
    const { mark, tone, means } = resultTraits[result]
    return flow(`${style(tone, `${mark} ${resultName(result)}`)}: ${means}`, width, 2)
  })
  const warning = warningMeaning(grids)
  if (warning !== undefined) {
    meanings.push(flow(`${style('odd', '! warning')}: ${warning}`, width, 2))
  }
  return [...grids.map((grid) => gridText(grid, layout)), meanings.join('\n')].join('\n\n')
}

/** One mark for each cell, under the names of the faults. */
function gridText(grid: Grid, { width = Number.POSITIVE_INFINITY, style }: Layout): string {
  const { title, faults, rows } = grid
  const { names, most } = fittingNames(grid, width)
  const heads = headsOf(faults, most)
  const widths = widthsOf(heads)
  const label = names === undefined ? 0 : Math.max(...names.map(lengthOf))
  const head = heads.map((text, i) => centred(text, widths[i] ?? 0)).join(' ')
  const lines = rows.map(({ cells }, row) => {
    const marks = cells.map((cell, i) => {
      if (cell === undefined) return ' '.repeat(widths[i] ?? 0)
      const { mark } = resultTraits[cell.result]
      const note = noteOn(cell)
      const now = { accepted: `(${mark})`, warning: `${mark}!`, none: mark }[note ?? 'none']
      const shown = cell.was === undefined ? now : `${resultTraits[cell.was].mark}→${mark}`
      const padded = centred(shown, widths[i] ?? 0)
      return padded.replace(shown, style(toneOf(cell), shown))
    })
    const own = `${(names?.[row] ?? '').padEnd(label)}${GAP}${marks.join(' ')}`.trimEnd()
    return names === undefined
      ? `${flow(rowNames(rows.slice(row, row + 1))[0] ?? '', width)}\n${own}`
      : own
  })
  return [
    style('strong', title),
    `${' '.repeat(label)}${GAP}${style('quiet', head)}`.trimEnd(),
    ...lines,
  ].join('\n')
}

/**
 * What is beside the marks: the sum is left out first, then the reference, then the ends of the
 * faults' names. Names that are too long for that have their own lines.
 */
function fittingNames({ rows, faults }: Grid, width: number) {
  const marksWidth = (most: number) =>
    widthsOf(headsOf(faults, most)).reduce((sum, one) => sum + one + 1, 1)
  const beside = headLengths
    .flatMap((most) => [2, 1, 0].map((parts) => ({ most, names: rowNames(rows, parts) })))
    .find(({ most, names }) => names.every((name) => lengthOf(name) + marksWidth(most) <= width))
  const most = headLengths.find((one) => marksWidth(one) < width) ?? 3
  return beside ?? { most, names: undefined }
}

function headsOf(faults: Grid['faults'], most: number): readonly string[] {
  return faults.map((fault) => (faultTraits[fault].short ?? fault).slice(0, most))
}

function widthsOf(heads: readonly string[]): readonly number[] {
  return heads.map((head) => Math.max(head.length, 3))
}

function centred(text: string, width: number): string {
  const left = Math.floor((width - lengthOf(text)) / 2)
  return `${' '.repeat(Math.max(0, left))}${text}`.padEnd(width)
}

/** `purchase-1  A-1001, AUD 49.95`, the references below each other; so many parts of what was paid. */
function rowNames(rows: Grid['rows'], parts?: number): readonly string[] {
  const calls = rows.map(({ call }) => printable(call))
  const widest = Math.max(...calls.map(lengthOf))
  return rows.map(({ about }, i) => {
    const call = calls[i] ?? ''
    const paid = about.slice(0, parts).join(', ')
    return paid === '' ? call : `${call.padEnd(widest)}${GAP}${printable(paid)}`
  })
}

/** A result as a terminal shows it: in capitals if somebody pays for it. */
export function resultName(result: CellResult): string {
  const { one } = resultTraits[result]
  return isShown(result) ? one.toUpperCase() : one
}

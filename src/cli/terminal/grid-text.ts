import { printable } from '../../base/text/printable.ts'
import type { GridBlock } from '../../judge/blocks/block.ts'
import { faultTraits } from '../../judge/sweep/cells/fault.ts'
import {
  type CellResult,
  cellResults,
  isShown,
  resultTraits,
} from '../../judge/sweep/cells/result.ts'
import { type Grid, noteOn, toneOf, warningMeaning } from '../../judge/sweep/shown/grid.ts'
import { flow, lengthOf } from './flow.ts'
import { GAP, type Layout } from './table.ts'

/** A narrower terminal shows a list. */
const NARROWEST_GRID = 80

/** The grids, and below them what their marks mean. */
export function gridsText({ grids, counts }: GridBlock, layout: Layout): string {
  const { width, style } = layout
  const meanings = counts.map(([result]) => {
    const { mark, tone, means } = resultTraits[result]
    const name = isNarrow(width) ? resultName(result) : `${mark} ${resultName(result)}`
    return flow(`${style(tone, name)}: ${means}`, width, 2)
  })
  const warning = warningMeaning(grids)
  if (warning !== undefined) {
    const name = style('odd', isNarrow(width) ? 'warning' : '! warning')
    meanings.push(flow(`${name}: ${warning}`, width, 2))
  }
  return [...grids.map((grid) => gridText(grid, layout)), meanings.join('\n')].join('\n\n')
}

/** One mark for each cell, under the names of the faults; a list where that does not fit. */
function gridText(grid: Grid, layout: Layout): string {
  const { title, faults, rows } = grid
  const { width, style } = layout
  const heads = faults.map((fault) => faultTraits[fault].short ?? fault)
  const widths = heads.map((head) => Math.max(head.length, 3))
  const room = (width ?? Number.POSITIVE_INFINITY) - widths.reduce((sum, one) => sum + one + 1, 1)
  // The sum is left out first, then the reference.
  const names = [2, 1, 0]
    .map((parts) => rowNames(rows, parts))
    .find((all) => all.every((name) => lengthOf(name) <= room))
  if (isNarrow(width) || names === undefined) return listText(grid, layout)
  const label = Math.max(...names.map(lengthOf))
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
    return `${(names[row] ?? '').padEnd(label)}${GAP}${marks.join(' ')}`.trimEnd()
  })
  return [
    style('strong', title),
    `${' '.repeat(label)}${GAP}${style('quiet', head)}`.trimEnd(),
    ...lines,
  ].join('\n')
}

function isNarrow(width: number | undefined): boolean {
  return width !== undefined && width < NARROWEST_GRID
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

/** One line for each call: `purchase-1  DOUBLE CHARGE: http, hang; UNRESOLVED: unknown`. */
function listText({ title, faults, rows }: Grid, { width, style }: Layout): string {
  const names = rowNames(rows)
  const widest = Math.max(...names.map(lengthOf))
  const isBeside = width === undefined || widest <= width / 2
  const lines = rows.map(({ cells }, i) => {
    const name = names[i] ?? ''
    const results = resultsText(cells, faults, style)
    if (!isBeside) return `${flow(name, width)}\n${flow(`    ${results}`, width)}`
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
    ([undefined, 'accepted', 'warning'] as const).flatMap((note) => {
      const own = faults.flatMap((fault, i) => {
        const cell = cells[i]
        return cell?.result === result && noteOn(cell) === note ? [{ fault, cell }] : []
      })
      const [first] = own
      if (first === undefined) return []
      const name = style(toneOf(first.cell), resultName(result))
      const names = own.map(({ fault }) => fault).join(', ')
      return [`${name}${note === undefined ? '' : ` (${note})`}: ${names}`]
    }),
  )
  return groups.join('; ')
}

/** A result as a terminal shows it: in capitals if somebody pays for it. */
export function resultName(result: CellResult): string {
  const { one } = resultTraits[result]
  return isShown(result) ? one.toUpperCase() : one
}

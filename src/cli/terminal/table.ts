import { printable } from '../../base/text/printable.ts'
import { lengthOf, wrap } from './flow.ts'
import type { Tone } from './style.ts'

export interface Cell {
  readonly text: string
  readonly tone?: Tone
}

export interface TextColumn {
  readonly title: string
  readonly align?: 'right'
}

export interface Layout {
  /** Undefined: a pipe, which takes lines of any length. */
  readonly width: number | undefined
  readonly style: (tone: Tone, text: string) => string
  /** The sandbox's day, `2026-03-10`: a time without a date is of this day. */
  readonly today?: string | undefined
}

export type Row = readonly (Cell | string | number)[]

/** Between two columns. */
export const GAP = '  '

/** Aligned lines with a heading; no value is cut off, whatever the width. Texts wrap, numbers do not. */
export function table(
  columns: readonly TextColumn[],
  rows: readonly Row[],
  layout: Layout,
): string {
  const heading = columns.map(({ title }): Cell => ({ text: title, tone: 'quiet' }))
  const cells = rows.map((row) => columns.map((_, i) => cellOf(row[i])))
  return rowsText(columns, [heading, ...cells], layout)
}

function cellOf(value: Cell | string | number | undefined): Cell {
  if (typeof value === 'object') return { ...value, text: printable(value.text) }
  return { text: printable(String(value ?? '')) }
}

export type LabelledValue = readonly [
  label: string,
  value: Cell | string | number | null | undefined,
]

/** A record as a list of labelled values; missing values are left out. */
export function fields(
  { layout }: { readonly layout: Layout },
  pairs: readonly LabelledValue[],
): string {
  const rows = pairs
    .map(([label, value]) => [cellOf({ text: label, tone: 'quiet' }), cellOf(value ?? '')] as const)
    .filter(([, { text }]) => text !== '')
  return rowsText([{}, {}], rows, layout)
}

type RowColumn = Pick<TextColumn, 'align'>

function rowsText(
  columns: readonly RowColumn[],
  rows: readonly (readonly Cell[])[],
  { width, style }: Layout,
): string {
  const widths = columnWidths(columns, rows, width)
  return rows.map((row) => rowText(columns, row, { widths, style })).join('\n')
}

/** Below this width, wrapped text is harder to read than a line that is too long. */
const NARROWEST = 8

/** The width of each column. If they do not fit, the widest texts shrink: to their longest word if that is enough. */
function columnWidths(
  columns: readonly RowColumn[],
  rows: readonly (readonly Cell[])[],
  limit = Number.POSITIVE_INFINITY,
): readonly number[] {
  const texts = columns.map((_, i) => rows.map((row) => row[i]?.text ?? ''))
  const widest = (all: readonly string[]) => Math.max(0, ...all.map(lengthOf))
  const widths = texts.map(widest)
  const words = texts.map((all) => widest(all.flatMap((text) => text.split(' '))))
  let excess = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - limit
  for (const floors of [words, columns.map(() => NARROWEST)]) {
    while (excess > 0) {
      const room = widths.map((width, i) =>
        columns[i]?.align === undefined && width > Math.max(floors[i] ?? 0, NARROWEST) ? width : 0,
      )
      const most = room.indexOf(Math.max(...room))
      if (!room[most]) break
      widths[most] = (widths[most] ?? 0) - 1
      excess -= 1
    }
  }
  return widths
}

/** One row of cells, each wrapped to its width. */
function rowText(
  columns: readonly RowColumn[],
  row: readonly Cell[],
  { widths, style }: { readonly widths: readonly number[]; readonly style: Layout['style'] },
): string {
  const wrapped = row.map(({ text }, i) => wrap(text, widths[i] || 1))
  const height = Math.max(...wrapped.map((lines) => lines.length))
  const lines = Array.from({ length: height }, (_, line) => {
    const parts = row.map(({ tone }, i) => {
      const text = wrapped[i]?.[line] ?? ''
      const space = ' '.repeat(Math.max(0, (widths[i] ?? 0) - lengthOf(text)))
      const shown = tone === undefined || text === '' ? text : style(tone, text)
      return columns[i]?.align === 'right' ? space + shown : shown + space
    })
    return parts.join(GAP).trimEnd()
  })
  return lines.join('\n')
}

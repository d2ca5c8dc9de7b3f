import { printable } from '../../base/text/printable.ts'
import { columnWidths, GAP, lengthOf, wrap } from './column-widths.ts'
import type { Tone } from './style.ts'

export interface Cell {
  readonly text: string
  readonly tone?: Tone
}

export interface TextColumn {
  readonly title: string
  readonly align?: 'right'
  /** The text may wrap if the table is too wide. */
  readonly wraps?: true
}

export interface Layout {
  /** Undefined: a pipe, which takes lines of any length. */
  readonly width: number | undefined
  readonly style: (tone: Tone, text: string) => string
  /** The sandbox's day, `2026-03-10`: a time without a date is of this day. */
  readonly today?: string | undefined
}

export type Row = readonly (Cell | string | number)[]

/** Aligned lines with a heading; no value is cut off, whatever the width. */
export function table(
  columns: readonly TextColumn[],
  rows: readonly Row[],
  layout: Layout,
): string {
  const cells = rows.map((row) => columns.map((_, i) => cellOf(row[i])))
  const texts = columns.map(({ title, wraps = false }, i) => ({
    texts: [title, ...cells.map((row) => row[i]?.text ?? '')],
    wraps,
  }))
  const widths = columnWidths(texts, layout.width)
  const heading = columns.map(({ title }): Cell => ({ text: title, tone: 'quiet' }))
  const style = layout.style
  return [heading, ...cells].map((row) => rowText(columns, row, { widths, style })).join('\n')
}

function cellOf(value: Cell | string | number | undefined): Cell {
  if (typeof value === 'object') return { ...value, text: printable(value.text) }
  return { text: printable(String(value ?? '')) }
}

/** One row of cells, each wrapped to its width. */
function rowText(
  columns: readonly Pick<TextColumn, 'align'>[],
  row: readonly Cell[],
  { widths, style }: { readonly widths: readonly number[]; readonly style: Layout['style'] },
): string {
  const wrapped = row.map(({ text }, i) => wrap(text, widths[i] ?? 0))
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

export type LabelledValue = readonly [
  label: string,
  value: Cell | string | number | null | undefined,
]

/** The share of a line that labels may take; a longer label puts its value on the next line. */
const LABEL_SHARE = 1 / 3

/** A record as a list of labelled values; missing values are left out. */
export function fields(
  { layout: { width, style } }: { readonly layout: Layout },
  pairs: readonly LabelledValue[],
): string {
  const rows = pairs.flatMap(([label, value]): [Cell, Cell][] => {
    const cell = typeof value === 'object' && value ? value : { text: String(value ?? '') }
    if (cell.text === '') return []
    return [
      [
        { text: printable(label), tone: 'quiet' },
        { ...cell, text: printable(cell.text) },
      ],
    ]
  })
  const [label, value] = [0, 1].map((column) =>
    Math.max(0, ...rows.map((row) => lengthOf(row[column]?.text ?? ''))),
  )
  const widths = fieldWidths(label ?? 0, value ?? 0, width)
  return rows.map((row) => rowText([{}, {}], row, { widths, style })).join('\n')
}

function fieldWidths(label: number, value: number, limit: number | undefined): readonly number[] {
  if (limit === undefined) return [label, value]
  const labelWidth = Math.min(label, Math.floor(limit * LABEL_SHARE))
  return [labelWidth, Math.min(value, limit - labelWidth - GAP.length)]
}

import { printable } from '../../document/printable.ts'
import { GAP, lengthOf } from './column-widths.ts'
import type { Output } from './output.ts'
import { type Cell, rowText } from './table.ts'

export type Field = readonly [label: string, value: Cell | string | number | null | undefined]

/** The share of a line that labels may take; a longer label puts its value on the next line. */
const LABEL_SHARE = 1 / 3

/** A record as a list of labelled values; missing values are left out. */
export function fields({ style, layout }: Output, pairs: readonly Field[]): string {
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
  const widths = fieldWidths(label ?? 0, value ?? 0, layout.width)
  return rows.map((row) => rowText([{}, {}], row, { widths, style })).join('\n')
}

function fieldWidths(label: number, value: number, limit: number | undefined): readonly number[] {
  if (limit === undefined) return [label, value]
  const kept = Math.min(label, Math.floor(limit * LABEL_SHARE))
  return [kept, Math.min(value, limit - kept - GAP.length)]
}

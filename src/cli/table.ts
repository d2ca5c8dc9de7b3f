import { printable } from './printable.ts'
import type { Tone } from './style.ts'

export interface Cell {
  readonly text: string
  readonly tone?: Tone
}

export interface Column {
  readonly title: string
  readonly align?: 'right'
  /** Its text may go on in a second line where the table is too wide. */
  readonly wraps?: true
}

export interface Layout {
  /** Undefined: a pipe, which takes lines of any length. */
  readonly width: number | undefined
  readonly style: (tone: Tone, text: string) => string
}

export type Row = readonly (Cell | string | number)[]

const GAP = '  '

/** Narrower than this, a wrapped text is harder to read than a line that is too long. */
const NARROWEST = 12

/** Aligned lines with a heading; each value whole, whatever the width. */
export function table(columns: readonly Column[], rows: readonly Row[], layout: Layout): string {
  const cells = rows.map((row) => columns.map((_, i) => cellOf(row[i])))
  const widths = columnWidths(columns, cells, layout.width)
  const heading = columns.map(({ title }): Cell => ({ text: title, tone: 'quiet' }))
  return [heading, ...cells].map((row) => rowText(columns, row, { widths, layout })).join('\n')
}

function cellOf(value: Cell | string | number | undefined): Cell {
  if (typeof value === 'object') return { ...value, text: printable(value.text) }
  return { text: printable(String(value ?? '')) }
}

function columnWidths(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  limit: number | undefined,
): readonly number[] {
  const widths = columns.map(({ title }, i) =>
    Math.max(title.length, ...rows.map((row) => lengthOf(row[i]?.text ?? ''))),
  )
  const fixed = sum(widths.filter((_, i) => columns[i]?.wraps === undefined))
  const wrapping = columns.flatMap(({ wraps }, i) => (wraps ? [i] : []))
  if (limit === undefined) return widths
  let left = limit - fixed - GAP.length * (columns.length - 1)
  // The narrow ones take what they need, the wide ones share what is left.
  const byWidth = [...wrapping].sort((one, other) => (widths[one] ?? 0) - (widths[other] ?? 0))
  for (const [done, i] of byWidth.entries()) {
    const share = Math.floor(left / (byWidth.length - done))
    widths[i] = Math.min(widths[i] ?? 0, Math.max(share, NARROWEST))
    left -= widths[i] ?? 0
  }
  return widths
}

function rowText(
  columns: readonly Column[],
  row: readonly Cell[],
  { widths, layout }: { readonly widths: readonly number[]; readonly layout: Layout },
): string {
  const wrapped = row.map(({ text }, i) => wrap(text, widths[i] ?? 0))
  const height = Math.max(...wrapped.map((lines) => lines.length))
  const lines = Array.from({ length: height }, (_, line) => {
    const parts = row.map(({ tone }, i) => {
      const text = wrapped[i]?.[line] ?? ''
      const space = ' '.repeat(Math.max(0, (widths[i] ?? 0) - lengthOf(text)))
      const shown = tone === undefined || text === '' ? text : layout.style(tone, text)
      return columns[i]?.align === 'right' ? space + shown : shown + space
    })
    return parts.join(GAP).trimEnd()
  })
  return lines.join('\n')
}

/** Lines of at most so many characters, broken between words where there are any. */
export function wrap(text: string, width: number): readonly string[] {
  if (lengthOf(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ').flatMap((word) => pieces(word, width))) {
    if (line !== '' && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}

function pieces(word: string, width: number): readonly string[] {
  const letters = [...word]
  if (letters.length <= width) return [word]
  return Array.from({ length: Math.ceil(letters.length / width) }, (_, i) =>
    letters.slice(i * width, (i + 1) * width).join(''),
  )
}

function lengthOf(text: string): number {
  return [...text].length
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

import { printable } from '../../document/printable.ts'

/** Between two columns. */
export const GAP = '  '

/** Narrower than this, a wrapped text is harder to read than a line that is too long. */
const NARROWEST = 10

/** A column as far as its width is concerned. */
export interface ColumnTexts {
  readonly texts: readonly string[]
  readonly wraps: boolean
}

/** How wide each column is to be; undefined for a limit is a pipe, which takes any length. */
export function columnWidths(
  columns: readonly ColumnTexts[],
  limit: number | undefined,
): readonly number[] {
  const widths = columns.map(({ texts }) => Math.max(0, ...texts.map(lengthOf)))
  if (limit === undefined) return widths
  const excess = sum(widths) + GAP.length * (columns.length - 1) - limit
  return excess <= 0 ? widths : narrowed(columns, widths, excess)
}

/** Takes what is too much from the widest columns that may wrap; words are broken only at need. */
function narrowed(
  columns: readonly ColumnTexts[],
  widths: readonly number[],
  excess: number,
): readonly number[] {
  const narrow = [...widths]
  const words = columns.map(({ texts }) => Math.max(NARROWEST, longestWord(texts)))
  let left = excess
  for (const floors of [words, words.map(() => NARROWEST)]) {
    while (left > 0) {
      const widest = widestOf(columns, (i) => (narrow[i] ?? 0) > (floors[i] ?? 0), narrow)
      if (widest === undefined) break
      narrow[widest] = (narrow[widest] ?? 0) - 1
      left -= 1
    }
  }
  return narrow
}

function widestOf(
  columns: readonly ColumnTexts[],
  hasRoom: (index: number) => boolean,
  widths: readonly number[],
): number | undefined {
  let widest: number | undefined
  for (const [i, { wraps }] of columns.entries()) {
    if (!wraps || !hasRoom(i)) continue
    if (widest === undefined || (widths[i] ?? 0) > (widths[widest] ?? 0)) widest = i
  }
  return widest
}

function longestWord(texts: readonly string[]): number {
  return Math.max(0, ...texts.flatMap((text) => text.split(' ').map(lengthOf)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

/** Text in lines that fit the width, each behind the indent. */
export function paragraph(text: string, width: number | undefined, indent: string): string {
  const lines = wrap(printable(text), (width ?? Number.POSITIVE_INFINITY) - indent.length)
  return lines.map((line) => indent + line).join('\n')
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

/** In characters, as far as a terminal's columns are concerned. */
export function lengthOf(text: string): number {
  return [...text].length
}

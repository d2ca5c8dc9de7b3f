import { lengthOf } from './wrap.ts'

/** Between two columns. */
export const GAP = '  '

/** Narrower than this, a wrapped text is harder to read than a line that is too long. */
const NARROWEST = 10

/** A column as far as its width is concerned. */
export interface Texts {
  readonly texts: readonly string[]
  readonly wraps: boolean
}

/** How wide each column is to be; undefined for a limit is a pipe, which takes any length. */
export function columnWidths(
  columns: readonly Texts[],
  limit: number | undefined,
): readonly number[] {
  const widths = columns.map(({ texts }) => Math.max(0, ...texts.map(lengthOf)))
  if (limit === undefined) return widths
  const excess = sum(widths) + GAP.length * (columns.length - 1) - limit
  return excess <= 0 ? widths : narrowed(columns, widths, excess)
}

/** Takes what is too much from the widest columns that may wrap; words are broken only at need. */
function narrowed(
  columns: readonly Texts[],
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
  columns: readonly Texts[],
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

/** Between two columns. */
export const GAP = '  '

/** Below this width, wrapped text is harder to read than a line that is too long. */
const NARROWEST = 10

/** The texts of a column, for computing its width. */
interface ColumnTexts {
  readonly texts: readonly string[]
  readonly wraps: boolean
}

/** Whether columns with these texts fit side by side; an undefined limit means a pipe, which takes any length. */
export function fits(columns: readonly (readonly string[])[], limit: number | undefined): boolean {
  if (limit === undefined) return true
  const widths = columns.map((texts) => Math.max(0, ...texts.map(lengthOf)))
  return widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) <= limit
}

/** The width of each column; an undefined limit means a pipe, which takes any length. */
export function columnWidths(
  columns: readonly ColumnTexts[],
  limit: number | undefined,
): readonly number[] {
  const widths = columns.map(({ texts }) => Math.max(0, ...texts.map(lengthOf)))
  if (limit === undefined) return widths
  const excess = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - limit
  return excess <= 0 ? widths : narrowed(columns, widths, excess)
}

/**
 * Shrinks the widest columns that may wrap: between words, then after a slash or a hyphen, and inside a
 * word only if nothing else helps.
 */
function narrowed(
  columns: readonly ColumnTexts[],
  widths: readonly number[],
  excess: number,
): readonly number[] {
  const narrow = [...widths]
  const floorsFor = (words: (text: string) => readonly string[]) =>
    columns.map(({ texts }) => Math.max(NARROWEST, ...texts.flatMap(words).map(lengthOf)))
  let left = excess
  const steps = [
    (text: string) => wordsIn(text),
    (text: string) => text.split(' '),
    (text: string) => text.split(breakable),
    () => [],
  ]
  for (const floors of steps.map(floorsFor)) {
    while (left > 0) {
      const wide = columns.flatMap(({ wraps }, i) =>
        wraps && (narrow[i] ?? 0) > (floors[i] ?? 0) ? [i] : [],
      )
      const [widest] = wide.sort((one, other) => (narrow[other] ?? 0) - (narrow[one] ?? 0))
      if (widest === undefined) break
      narrow[widest] = (narrow[widest] ?? 0) - 1
      left -= 1
    }
  }
  return narrow
}

/** Any space but those of `AUD 49.95` and `2 refunds`. */
const betweenWords = / (?!(?<=(?:^| )[A-Z]{3} )\d)(?!(?<=(?:^|[ (])\d[\d,]* )[a-z])/

/** Where a line may be broken if spaces do not suffice. */
const breakable = /(?<=[/-])| /

/** Wraps text to at most `width` characters per line, between words where possible. */
export function wrap(text: string, width: number): readonly string[] {
  if (lengthOf(text) <= width) return [text]
  const lines: string[] = []
  let line = ''
  for (const word of wordsIn(text, width).flatMap((word) => pieces(word, width))) {
    if (line !== '' && lengthOf(line) + 1 + lengthOf(word) > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line]
}

/** The words of a text; an amount keeps its currency, and a count its noun, if there is room. */
function wordsIn(text: string, width = Number.POSITIVE_INFINITY): readonly string[] {
  return text
    .split(betweenWords)
    .flatMap((word) => (lengthOf(word) <= width ? [word] : word.split(' ')))
}

/** A word that is too long, in parts that are not. */
function pieces(word: string, width: number): readonly string[] {
  if (lengthOf(word) <= width) return [word]
  const parts: string[] = ['']
  for (const part of word.split(breakable).flatMap((one) => chopped(one, width))) {
    const joined = `${parts.at(-1)}${part}`
    if (lengthOf(joined) > width) parts.push(part)
    else parts[parts.length - 1] = joined
  }
  return parts
}

function chopped(text: string, width: number): readonly string[] {
  const letters = [...text]
  return Array.from({ length: Math.ceil(letters.length / width) }, (_, i) =>
    letters.slice(i * width, (i + 1) * width).join(''),
  )
}

/** The length in characters, which is what terminal columns count. */
export function lengthOf(text: string): number {
  return [...text].length
}

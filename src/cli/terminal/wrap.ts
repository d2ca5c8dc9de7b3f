import { printable } from '../../document/printable.ts'

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

import { stripVTControlCharacters } from 'node:util'

/** For a terminal that does not report its width, and for help in a pipe. */
export const USUAL_WIDTH = 80

/** Undefined: a pipe, which takes lines of any length. */
export function widthOf({
  isTTY,
  columns,
}: {
  readonly isTTY?: boolean
  readonly columns?: number
}): number | undefined {
  return isTTY ? columns || USUAL_WIDTH : undefined
}

/** In a narrower terminal, rows have only what is asked for most. */
const WIDE = 120

export function isNarrow(width: number | undefined): boolean {
  return width !== undefined && width < WIDE
}

/** How far the rest of a line is indented under its beginning. */
const HANGING = 2

/**
 * Breaks lines that are too long for the terminal, at spaces only. The rest of a line is indented
 * under its beginning; `hanging` says how far. An undefined width means a pipe, which takes any length.
 */
export function flow(text: string, width: number | undefined, hanging?: number): string {
  if (width === undefined) return text
  return text
    .split('\n')
    .map((line) => (lengthOf(line) <= width ? line : flowed(line, width, hanging)))
    .join('\n')
}

/** A command stays on one line, so that it can be copied. */
const copied = /(?:^ *|: )(?:NODE_EXTRA_CA_CERTS=\S+ )?(?:npx sandgate|curl(?:\.exe)?) /

function flowed(line: string, width: number, hanging: number | undefined): string {
  if (copied.test(line)) return line
  const indent = ' '.repeat(line.search(/[^ ]|$/))
  const later = ' '.repeat(hanging ?? indent.length + HANGING)
  const lines: string[] = []
  let current = indent
  for (const part of line.trimStart().match(/ *[^ ]+/g) ?? []) {
    if (current.trim() === '' || lengthOf(current + part) <= width) {
      current += part
    } else {
      lines.push(current)
      current = later + part.trimStart()
    }
  }
  return [...lines, current].join('\n')
}

/** Wraps text to at most `width` characters per line: between words, else after a hyphen or slash. */
export function wrap(text: string, width: number): readonly string[] {
  const chopped = new RegExp(`.{1,${width}}$|.{0,${width - 1}}[/-]|.{1,${width}}`, 'gsu')
  const [first = '', ...words] = text.split(' ').flatMap((word) => word.match(chopped) ?? [''])
  const lines = [first]
  for (const word of words) {
    const joined = `${lines.at(-1)} ${word}`
    if (lengthOf(joined) > width) lines.push(word)
    else lines[lines.length - 1] = joined
  }
  return lines
}

/** The length in characters, which is what terminal columns count, without colours. */
export function lengthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length
}

/** A text in which Markdown marks code, for a terminal: an option stays as it is, anything else is quoted. */
export function withoutBackticks(text: string): string {
  return text.replaceAll(/`([^`\n]+)`/g, (_marked, code: string) => {
    if (code.startsWith('--')) return code
    return code.includes("'") ? `"${code}"` : `'${code}'`
  })
}

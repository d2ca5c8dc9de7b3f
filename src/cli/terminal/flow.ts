import { stripVTControlCharacters } from 'node:util'
import { usualShell } from '../../base/text/shell-line.ts'
import { lengthOf } from './column-widths.ts'

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
    .map((line) => (shownLength(line) <= width ? line : flowed(line, width, hanging)))
    .join('\n')
}

function flowed(line: string, width: number, hanging: number | undefined): string {
  const [, indent = '', rest = ''] = /^( *)(.*)$/s.exec(line) ?? []
  // `Repeat it: npx sandgate …`: on a separate line, the command can be copied.
  const [, label, command] = /^(.*?:) (npx sandgate .*)$/s.exec(rest) ?? []
  if (label !== undefined && command !== undefined) {
    const below = `${' '.repeat(hanging ?? indent.length + HANGING)}${command}`
    return `${flow(indent + label, width, hanging)}\n${flow(below, width)}`
  }
  const isCommand = commandLike.test(rest)
  // A command stays one command when it is copied.
  const end = isCommand ? ` ${usualShell(process.platform, process.env) === 'sh' ? '\\' : '`'}` : ''
  const later = ' '.repeat(hanging ?? indent.length + HANGING)
  const lines: string[] = []
  let current = indent
  for (const found of rest.match(isCommand ? shellPart : plainPart) ?? []) {
    // Columns are not aligned any more.
    const part = lines.length > 0 ? found.replace(/^ {3,}/, '  ') : found
    const isFirst = current === indent || current === later
    if (isFirst || shownLength(current + part) + end.length <= width) {
      current += isFirst ? part.trimStart() : part
    } else {
      lines.push(current + end)
      current = later + part.trimStart()
    }
  }
  return [...lines, current].join('\n')
}

const commandLike = /^(?:NODE_EXTRA_CA_CERTS=\S+ )?(?:npx sandgate|curl(?:\.exe)?) /

/** A word with the space before it; an amount keeps its currency, and a count its noun. */
const plainPart = / *(?:[A-Z]{3} (?=\d)|\(?\d[\d,]* (?=[a-z]))?[^ ]+/g

/** The same for a shell, in which quotes join words. */
const shellPart = / *(?:\\.|'[^']*'|"[^"]*"|[^ ])+/g

/** The length without colours. */
export function shownLength(text: string): number {
  return lengthOf(stripVTControlCharacters(text))
}

import type { Io } from '../io.ts'
import { paragraph } from './column-widths.ts'
import { type Style, styleFor } from './style.ts'
import { type Column, type Layout, type Row, table } from './table.ts'

/** Where a command's words go: people read stdout, unless a machine does. */
export interface Output {
  readonly isJson: boolean
  readonly style: Style
  readonly layout: Layout
  /** A line for people; left out where they are far behind with their reading. */
  say(text: string): void
  /** A document for machines. */
  document(document: unknown): void
  /** The command's result: one document for machines, or the text for people. */
  result(document: unknown, text: (output: Output) => string): void
  table(columns: readonly Column[], rows: readonly Row[]): string
  /** Free text in lines that fit. */
  paragraph(text: string, indent?: string): string
}

/** What lines a pipe that nobody reads may hold, in bytes, before it fills the memory. */
const MAX_UNREAD = 1024 * 1024

/** What a terminal has that does not know its width. */
const USUAL_WIDTH = 80

/** With `--json`, stdout belongs to the one document and people read stderr. */
export function outputFor(
  { json = false }: { readonly json?: boolean | undefined },
  io: Io,
): Output {
  const people = json ? io.stderr : io.stdout
  const style = styleFor(people)
  const layout = { width: people.isTTY ? people.columns || USUAL_WIDTH : undefined, style }
  const output: Output = {
    isJson: json,
    style,
    layout,
    say: (text) => {
      if (people.writableLength < MAX_UNREAD) people.write(`${text}\n`)
    },
    document: (document) => {
      io.stdout.write(`${JSON.stringify(document)}\n`)
    },
    result: (document, text) => {
      if (json) output.document(document)
      else io.stdout.write(`${text(output)}\n`)
    },
    table: (columns, rows) => table(columns, rows, layout),
    paragraph: (text, indent = '') => paragraph(text, layout.width, indent),
  }
  return output
}

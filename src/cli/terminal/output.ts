import { printable, printableJson } from '../../base/text/printable.ts'
import type { Io } from '../io.ts'
import { flow, widthOf, withoutBackticks } from './flow.ts'
import { type Style, styleFor } from './style.ts'
import { type Layout, type Row, type TextColumn, table } from './table.ts'

/** Where a command prints: text for people goes to stdout, or to stderr with `--json`. */
export interface Output {
  readonly isJson: boolean
  readonly style: Style
  readonly layout: Layout
  /** Prints a line for people; dropped if the reader is far behind. */
  say(text: string): void
  /** Prints a JSON document. */
  document(document: unknown): void
  /** Prints the command's result: one JSON document, or the text for people. */
  result<Document>(document: Document, text: (output: Output, document: Document) => string): void
  table(columns: readonly TextColumn[], rows: readonly Row[]): string
  /** Wraps free text to the width. */
  paragraph(text: string, indent?: string): string
}

/** How many bytes an unread pipe may buffer before lines are dropped. */
const MAX_UNREAD = 1024 * 1024

/** With `--json`, stdout holds only the document, and text for people goes to stderr. */
export function outputFor(
  { json = false }: { readonly json?: boolean | undefined },
  io: Io,
  today?: string,
): Output {
  const people = json ? io.stderr : io.stdout
  const style = styleFor(people)
  const layout = { width: widthOf(people), style, today }
  const output: Output = {
    isJson: json,
    style,
    layout,
    say: (text) => {
      if (people.writableLength < MAX_UNREAD) people.write(`${flow(text, layout.width)}\n`)
    },
    document: (document) => {
      io.stdout.write(`${printableJson(document)}\n`)
    },
    result: (document, text) => {
      if (json) output.document(document)
      else io.stdout.write(`${flow(text(output, document), layout.width)}\n`)
    },
    table: (columns, rows) => table(columns, rows, layout),
    paragraph: (text, indent = '') =>
      flow(`${indent}${withoutBackticks(printable(text))}`, layout.width, indent.length),
  }
  return output
}

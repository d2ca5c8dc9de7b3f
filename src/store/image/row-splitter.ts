import { messageOf } from '../../document/file-failure.ts'
import { isPlainObject } from '../../domain/plain-object.ts'
import { redactText } from '../../domain/redaction/redacted.ts'
import { type TableName, tableNames } from '../../world/records/medium.ts'
import { ImageUnreadable } from '../port/store-error.ts'

/** A row of a document, serialised the way we write it. */
export interface SplitRow {
  readonly table: TableName
  readonly text: string
  /** The line number of its start, from 1. */
  readonly line: number
}

const [newline, quote, backslash] = [0x0a, 0x22, 0x5c]
const opening = [0x5b, 0x7b]
const closing = [0x5d, 0x7d]

/** Limits for everything that is not a row: head and check, and the text between two rows. */
const longestRest = 64 * 1024
const longestBetween = 64

/** Longer rows are refused, since parsing them would block other requests. All loaded rules are in one row. */
const MEGABYTE = 1024 * 1024
const longestRow = (table: TableName) => (table === 'meta' ? 16 : 1) * MEGABYTE

/** Rows up to this length are not checked for long lists: they are too small to matter. */
const SHORT = 64 * 1024
const MOST_ENTRIES = 20_000

/** Extracts the rows of a state document in any JSON formatting, as its text arrives. */
export class RowSplitter {
  #rest = ''
  #rows = 0
  #row: { readonly table: TableName; readonly line: number; text: string } | undefined
  #table: TableName | undefined
  #hasTables = false
  /** The last string at the top level: the name of the next value. */
  #name = ''
  #depth = 0
  #line = 1
  #isText = false
  #isEscaped = false

  /** Ends the text; returns the document with a 0 in place of each row. */
  end(): string {
    if (this.#row !== undefined) spelled(this.#row)
    // A text that breaks off before its first table may be anything; the JSON parser reports the
    // error.
    if (this.#depth > 0 && this.#hasTables) {
      const last = this.#rest.endsWith('\n') ? this.#line - 1 : this.#line
      throw new ImageUnreadable(`It breaks off at line ${last}`)
    }
    return this.#rest
  }

  /** The rows that end in this piece of text. */
  *push(text: string): Generator<SplitRow> {
    let start = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === newline) this.#line += 1
      if (this.#isText) this.#inText(code, text.charAt(at))
      else if (code === quote) this.#beginText()
      else if (opening.includes(code)) {
        if (this.#depth === 1) this.#openTable()
        if (this.#depth === 2 && this.#table !== undefined) {
          this.#put(`${text.slice(start, at)}0`)
          this.#row = { table: this.#table, line: this.#line, text: '' }
          start = at
        }
        this.#depth += 1
      } else if (closing.includes(code)) {
        this.#depth -= 1
        if (this.#depth !== 2 || this.#row === undefined) continue
        this.#put(text.slice(start, at + 1))
        yield spelled(this.#row)
        this.#row = undefined
        this.#rows += 1
        start = at + 1
      }
    }
    this.#put(text.slice(start))
  }

  #openTable(): void {
    this.#table = tableNames.find((one) => one === this.#name)
    if (this.#table !== undefined) this.#hasTables = true
  }

  #put(text: string): void {
    if (this.#row === undefined) this.#rest += text
    else {
      const { table } = this.#row
      this.#row.text += text
      if (this.#row.text.length > longestRow(table)) {
        const longest = longestRow(table) / MEGABYTE
        throw new ImageUnreadable(`A row of ${table} is longer than ${longest} MB`)
      }
    }
    if (this.#rest.length <= longestRest + this.#rows * longestBetween) return
    throw new ImageUnreadable('Not a state document: too much of it is no row')
  }

  #beginText(): void {
    this.#isText = true
    this.#name = ''
  }

  #inText(code: number, character: string): void {
    if (this.#isEscaped) this.#isEscaped = false
    else if (code === backslash) this.#isEscaped = true
    else if (code === quote) this.#isText = false
    if (this.#isText && this.#depth === 1 && this.#name.length < 40) this.#name += character
  }
}

function spelled({ table, line, text }: SplitRow): SplitRow {
  const row = parsed(text, line)
  if (!isPlainObject(row)) {
    throw new ImageUnreadable(`Line ${line}: Not a row: ${redactText(text).slice(0, 60)}`)
  }
  if (text.length > SHORT) refuseLongLists(row)
  return { table, line, text: JSON.stringify(row) }
}

/** The parser's message may repeat a piece of the text. */
export function notJson(place: string, error: unknown): ImageUnreadable {
  return new ImageUnreadable(`${place}Not JSON: ${redactText(messageOf(error))}`)
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw notJson(`Line ${line}: `, error)
  }
}

/** Stops early: a list of millions would get an error for each entry. */
function refuseLongLists(row: object): void {
  const open: unknown[] = [row]
  while (open.length > 0) {
    const next = open.pop()
    if (Array.isArray(next) && next.length > MOST_ENTRIES) {
      throw new ImageUnreadable(`A list has ${next.length} entries, more than ${MOST_ENTRIES}`)
    }
    if (typeof next === 'object' && next !== null)
      for (const one of Object.values(next)) open.push(one)
  }
}

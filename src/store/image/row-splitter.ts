import { type TableName, tableNames } from '../../world/records/medium.ts'
import { ImageUnreadable } from '../disk/store-error.ts'
import { refuseLongRow } from './row-bounds.ts'

/** A row of a document, as it stands there. */
export interface SplitRow {
  readonly table: TableName
  readonly text: string
  /** Its first line, from 1. */
  readonly line: number
}

const [newline, quote, backslash] = [0x0a, 0x22, 0x5c]
const opening = [0x5b, 0x7b]
const closing = [0x5d, 0x7d]
const brace = 0x7b

/** What is no row may be this long: head and check, and what stands between two rows. */
const longestRest = 64 * 1024
const longestBetween = 64

/** Takes the rows out of a state document in whatever formatting JSON allows, as its text comes. */
export class RowSplitter {
  #rest = ''
  #rows = 0
  #row: { readonly table: TableName; readonly line: number; text: string } | undefined
  #table: TableName | undefined
  /** The last text at the top level: the name of what comes next. */
  #name = ''
  #depth = 0
  #line = 1
  #isText = false
  #isEscaped = false

  /** The document without its rows: a 0 stands for each. */
  get rest(): string {
    return this.#rest
  }

  /** The rows that end in this piece of the text. */
  *push(text: string): Generator<SplitRow> {
    let start = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === newline) this.#line += 1
      if (this.#isText) this.#inText(code, text.charAt(at))
      else if (code === quote) this.#beginText()
      else if (opening.includes(code)) {
        if (this.#isRowAt(code)) {
          this.#put(`${text.slice(start, at)}0`)
          start = at
        }
        this.#open(code)
      } else if (closing.includes(code)) {
        this.#depth -= 1
        if (this.#depth === 1) this.#table = undefined
        if (this.#depth !== 2 || this.#row === undefined) continue
        const { table, line, text: before } = this.#row
        yield { table, line, text: before + text.slice(start, at + 1) }
        this.#row = undefined
        this.#rows += 1
        start = at + 1
      }
    }
    this.#put(text.slice(start))
  }

  #put(text: string): void {
    if (this.#row === undefined) this.#rest += text
    else {
      this.#row.text += text
      refuseLongRow(this.#row.table, this.#row.text.length)
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

  #isRowAt(code: number): boolean {
    return code === brace && this.#depth === 2 && this.#table !== undefined
  }

  #open(code: number): void {
    if (this.#isRowAt(code) && this.#table !== undefined) {
      this.#row = { table: this.#table, line: this.#line, text: '' }
    }
    if (this.#depth === 1 && code !== brace)
      this.#table = tableNames.find((one) => one === this.#name)
    this.#depth += 1
  }
}

import { messageOf } from '../../document/file-failure.ts'
import { maskWritten } from '../../domain/card/card-number-in-text.ts'
import { type TableName, tableNames } from '../../world/records/medium.ts'
import { checksum, hex } from '../disk/checksum.ts'
import { ImageUnreadable } from '../disk/store-error.ts'
import { newline } from '../disk/whole-lines.ts'
import { type Migration, upgradeFrom } from '../migrations.ts'
import { type Check, checkOfLine, checkStart, type Head, type Visit } from './image-format.ts'
import { rowText } from './row-text.ts'

const brace = 0x7b
const comma = 0x2c

/** Reads a state document that was written a row a line, block by block. */
export class RowLines {
  readonly #visit: Visit
  readonly #trusted: boolean
  readonly #upgrade: Migration | undefined
  readonly #waiting = new Set<string>(tableNames)
  readonly #counts = new Map<string, number>()
  #table: TableName | undefined
  #tableStart = 0
  #line = 0
  #crc = 0
  #isChecked = false
  #isClosed = false

  constructor(
    head: Head,
    visit: Visit,
    options: { readonly trusted: boolean; readonly steps: readonly Migration[] },
  ) {
    this.#visit = visit
    this.#trusted = options.trusted
    this.#upgrade = upgradeFrom(head.version, options.steps)
  }

  /** The block holds whole lines only. */
  read(block: Buffer): void {
    let start = 0
    let unsummed = 0
    try {
      while (start < block.length) {
        const end = block.indexOf(newline, start)
        this.#line++
        if (this.#trusted && block[start] === brace && this.#table !== undefined) {
          const stop = block[end - 1] === comma ? end - 1 : end
          this.#row(this.#table, block.toString('utf8', start, stop))
        } else {
          const text = block.toString('utf8', start, end)
          if (text.startsWith(checkStart)) {
            this.#crc = checksum(block.subarray(unsummed, start), this.#crc)
            unsummed = start
          }
          this.#other(text)
        }
        start = end + 1
      }
    } catch (error) {
      if (error instanceof ImageUnreadable) throw error
      throw new ImageUnreadable(`Line ${this.#line}: ${messageOf(error)}`, { cause: error })
    }
    this.#crc = checksum(block.subarray(unsummed), this.#crc)
  }

  /** To be called when there is no more to read. */
  end(): void {
    if (!this.#isClosed) throw new ImageUnreadable(`It breaks off at line ${this.#line}`)
    if (this.#trusted && !this.#isChecked) throw new ImageUnreadable('Its check is missing')
  }

  #row(table: TableName, line: string): void {
    this.#visit(table, this.#upgrade === undefined ? line : this.#upgrade(table, line))
  }

  /** A line that opens or closes something, or a row that is not to be trusted. */
  #other(line: string): void {
    const text = line.trim()
    // The first line is the head, which has been read already.
    if (this.#line === 1 || text === '') return
    if (this.#isClosed) throw this.#unexpected(text)
    if (this.#table === undefined) this.#between(line, text)
    else if (text === ']' || text === '],') this.#closeTable(this.#table)
    else this.#row(this.#table, rowText(withoutComma(text), this.#table))
  }

  #closeTable(table: TableName): void {
    this.#counts.set(table, this.#line - this.#tableStart - 1)
    this.#table = undefined
  }

  #matches({ crc32, records }: Check): boolean {
    const counts = tableNames.every((table) => records[table] === this.#counts.get(table))
    return counts && crc32 === hex(this.#crc)
  }

  #between(line: string, text: string): void {
    const opened = tableNames.find((table) => text === `"${table}":[`)
    if (opened !== undefined && this.#waiting.delete(opened)) {
      this.#table = opened
      this.#tableStart = this.#line
      return
    }
    const check = checkOfLine(line)
    if (check !== undefined) {
      if (!this.#matches(check)) throw new ImageUnreadable(mismatch)
      this.#isChecked = true
      return
    }
    if (text !== '}') throw this.#unexpected(text)
    this.#isClosed = true
  }

  #unexpected(text: string): ImageUnreadable {
    const shown = maskWritten(text).slice(0, 60)
    return new ImageUnreadable(`Line ${this.#line} is not expected here: ${shown}`)
  }
}

function withoutComma(text: string): string {
  return text.endsWith(',') ? text.slice(0, -1) : text
}

export const mismatch =
  'Its content does not match its check (if it was edited on purpose, take the "check" out)'

import { messageOf } from '../../document/file-failure.ts'
import { redactText } from '../../domain/redaction/redacted.ts'
import { type TableName, tableNames } from '../../world/records/medium.ts'
import { checksum, hex, newline } from '../disk/lines.ts'
import { refuseFuture } from '../format-version.ts'
import { ImageUnreadable, StoreError } from '../port/store-error.ts'
import { checkOfLine, checkStart, headOfLine, type ImageHead, mismatch } from './image-format.ts'

const brace = 0x7b
const comma = 0x2c

/** Reads one of our own state documents, with one row per line, block by block. */
export class RowLines {
  readonly #visit: (table: TableName, line: string) => void
  readonly #name: string
  readonly #counts = new Map<TableName, number>()
  #head: ImageHead | undefined
  #table: TableName | undefined
  #tableStart = 0
  #line = 0
  #crc = 0
  #isChecked = false
  #isClosed = false

  constructor(visit: (table: TableName, line: string) => void, name: string) {
    this.#visit = visit
    this.#name = name
  }

  /** The block must hold whole lines only. */
  read(block: Buffer): void {
    let start = 0
    try {
      while (start < block.length) {
        const end = block.indexOf(newline, start)
        this.#line++
        if (block[start] === brace && this.#table !== undefined) {
          const stop = block[end - 1] === comma ? end - 1 : end
          this.#visit(this.#table, block.toString('utf8', start, stop))
        } else {
          const text = block.toString('utf8', start, end)
          if (text.startsWith(checkStart)) {
            this.#crc = checksum(block.subarray(0, start), this.#crc)
          }
          this.#other(text)
        }
        start = end + 1
      }
    } catch (error) {
      if (error instanceof StoreError) throw error
      throw new ImageUnreadable(`Line ${this.#line}: ${messageOf(error)}`, { cause: error })
    }
    this.#crc = checksum(block, this.#crc)
  }

  /** Call it when there is no more to read. */
  end(): ImageHead {
    if (this.#head === undefined || !this.#isClosed) {
      throw new ImageUnreadable(`It breaks off at line ${this.#line}`)
    }
    if (!this.#isChecked) throw new ImageUnreadable('Its check is missing')
    return this.#head
  }

  /** A line that is not a row. */
  #other(line: string): void {
    if (this.#line === 1) this.#readHead(line)
    else if (this.#table !== undefined) this.#closeTable(this.#table, line)
    else if (line.startsWith(checkStart)) this.#check(line)
    else if (line === '}' && !this.#isClosed) this.#isClosed = true
    else this.#openTable(line)
  }

  #readHead(line: string): void {
    this.#head = headOfLine(line)
    if (this.#head === undefined) throw new ImageUnreadable('Its first line is damaged')
    refuseFuture(this.#head.version, this.#name)
  }

  #openTable(line: string): void {
    const opened = tableNames.find((table) => line === `"${table}":[`)
    if (opened === undefined) throw this.#unexpected(line)
    this.#table = opened
    this.#tableStart = this.#line
  }

  #closeTable(table: TableName, line: string): void {
    if (line !== ']' && line !== '],') throw this.#unexpected(line)
    this.#counts.set(table, this.#line - this.#tableStart - 1)
    this.#table = undefined
  }

  #check(line: string): void {
    const check = checkOfLine(line)
    // A file of an earlier version has fewer tables.
    const isCounted = tableNames.every((table) => check?.records[table] === this.#counts.get(table))
    if (!isCounted || check?.crc32 !== hex(this.#crc)) throw new ImageUnreadable(mismatch)
    this.#isChecked = true
  }

  #unexpected(text: string): ImageUnreadable {
    const shown = redactText(text).slice(0, 60)
    return new ImageUnreadable(`Line ${this.#line} is not expected here: ${shown}`)
  }
}

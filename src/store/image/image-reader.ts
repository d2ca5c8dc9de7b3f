import { messageOf } from '../../document/file-failure.ts'
import { nextTurn } from '../../document/in-batches.ts'
import { redactText } from '../../domain/redaction/redacted.ts'
import { type Intake, type TableName, tableNames } from '../../world/records/medium.ts'
import { checksum, hex, newline, WholeLines } from '../disk/lines.ts'
import type { StateDocument } from '../port/snapshots.ts'
import { ImageUnreadable, StoreError } from '../port/store-error.ts'
import {
  checkOfLine,
  checkStart,
  FORMAT_VERSION,
  headOfLine,
  type ImageHead,
  refuseOtherVersion,
} from './image-format.ts'
import { imageChunks } from './image-writer.ts'
import { oneRowPerLine } from './reformat.ts'

type From = AsyncIterable<Uint8Array>

/** Whether a document with this end still has the check that we wrote. */
export function hasCheck(tail: string): boolean {
  return tail.includes(`\n${checkStart}`)
}

/** Reads a document that still has our check. Its rows are not checked one by one. */
export async function readTrusted(from: From, into: Intake, name: string): Promise<ImageHead> {
  const lines = await readLines(from, (table, line) => into.load(table, line), name)
  if (!lines.isChecked) throw new ImageUnreadable('Its check is missing')
  return lines.head
}

/** Reads a document from anyone: every row is checked against its schema. */
export async function readUntrusted(from: From, into: Intake, name: string): Promise<ImageHead> {
  const rows = await into.untrusted()
  const lines = await readLines(from, (table, line) => rows.load(table, line), name)
  try {
    await rows.finish()
  } catch (error) {
    throw new ImageUnreadable(messageOf(error), { cause: error })
  }
  return lines.head
}

/** Exports and imports. */
export const stateDocument: StateDocument = {
  write(image, savedAt) {
    const saved_at = new Date(savedAt).toISOString()
    return imageChunks(image, { format: 'sandgate', version: FORMAT_VERSION, saved_at })
  },
  read: (chunks, into) => readUntrusted(chunks, into, 'The document'),
}

type Visit = (table: TableName, line: string) => void

/** Rows are visited as they are read, so some are already loaded when damage is found further on. */
async function readLines(from: From, visit: Visit, name: string) {
  const reading = new ImageLines(visit, name)
  const lines = new WholeLines()
  for await (const chunk of oneRowPerLine(from, name)) {
    for (const block of lines.push(chunk)) reading.read(block)
    // Buffered chunks arrive without a turn of the event loop, so other work needs one here.
    await nextTurn()
  }
  // An editor may have removed the last newline.
  const rest = lines.rest()
  if (rest.length > 0) reading.read(Buffer.concat([rest, Buffer.of(newline)]))
  return reading.end()
}

/** Longer rows are refused, since checking them would block other requests. All rules are in one row. */
const MEGABYTE = 1024 * 1024
const longestRow = (table: TableName) => (table === 'meta' ? 16 : 1) * MEGABYTE

const brace = 0x7b
const comma = 0x2c

/** Reads a document with one row per line, block by block. */
class ImageLines {
  readonly #visit: Visit
  readonly #name: string
  readonly #counts = new Map<TableName, number>()
  #head: ImageHead | undefined
  #table: TableName | undefined
  #rows = 0
  #line = 0
  #crc = 0
  #isChecked = false
  #isClosed = false

  constructor(visit: Visit, name: string) {
    this.#visit = visit
    this.#name = name
  }

  /** The block must hold whole lines only. */
  read(block: Buffer): void {
    let start = 0
    while (start < block.length) {
      const end = block.indexOf(newline, start)
      this.#line++
      if (block[start] === brace && this.#table !== undefined) {
        const stop = block[end - 1] === comma ? end - 1 : end
        this.#row(this.#table, block, start, stop)
      } else {
        const text = block.toString('utf8', start, end)
        if (text.startsWith(checkStart)) this.#crc = checksum(block.subarray(0, start), this.#crc)
        this.#other(text)
      }
      start = end + 1
    }
    this.#crc = checksum(block, this.#crc)
  }

  /** Call it when there is no more to read. */
  end(): { readonly head: ImageHead; readonly isChecked: boolean } {
    if (this.#head === undefined || !this.#isClosed) {
      throw new ImageUnreadable(`It breaks off at line ${this.#line}`)
    }
    return { head: this.#head, isChecked: this.#isChecked }
  }

  #row(table: TableName, block: Buffer, start: number, stop: number): void {
    const longest = longestRow(table)
    try {
      if (stop - start > longest) throw new Error(`Is longer than ${longest / MEGABYTE} MB`)
      this.#visit(table, block.toString('utf8', start, stop))
    } catch (error) {
      if (error instanceof StoreError) throw error
      // The message of the JSON parser may repeat a part of a card number.
      const message = error instanceof SyntaxError ? 'Not JSON' : messageOf(error)
      throw new ImageUnreadable(`${table}[${this.#rows}]: ${message}`, { cause: error })
    }
    this.#rows++
  }

  /** A line that is not a row. */
  #other(line: string): void {
    if (this.#line === 1) this.#readHead(line)
    else if (this.#table !== undefined) this.#closeTable(this.#table, line)
    else if (this.#isClosed) throw this.#unexpected(line)
    else if (line.startsWith(checkStart)) this.#check(line)
    else if (line === '}') this.#isClosed = true
    else this.#openTable(line)
  }

  #readHead(line: string): void {
    this.#head = headOfLine(line)
    if (this.#head === undefined) throw new ImageUnreadable('Its first line is damaged')
    refuseOtherVersion(this.#head.version, this.#name)
  }

  #openTable(line: string): void {
    const opened = tableNames.find((table) => line === `"${table}":[`)
    if (opened === undefined || this.#counts.has(opened)) throw this.#unexpected(line)
    this.#table = opened
    this.#rows = 0
  }

  #closeTable(table: TableName, line: string): void {
    if (line !== ']' && line !== '],') throw this.#unexpected(line)
    this.#counts.set(table, this.#rows)
    this.#table = undefined
  }

  #check(line: string): void {
    const check = checkOfLine(line)
    const isCounted = tableNames.every((table) => check?.records[table] === this.#counts.get(table))
    if (!isCounted || check?.crc32 !== hex(this.#crc)) {
      throw new ImageUnreadable(
        'Its content does not match its check (if it was edited on purpose, take the "check" out)',
      )
    }
    this.#isChecked = true
  }

  #unexpected(text: string): ImageUnreadable {
    const shown = redactText(text).slice(0, 60)
    return new ImageUnreadable(`Line ${this.#line} is not expected here: ${shown}`)
  }
}

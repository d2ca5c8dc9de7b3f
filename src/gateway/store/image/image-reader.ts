import * as z from 'zod'
import { parseWith } from '../../../base/documents/schema-complaints.ts'
import { messageOf } from '../../../base/file-failure.ts'
import { nextTurn } from '../../../base/in-batches.ts'
import { isPlainObject } from '../../../base/plain-object.ts'
import { redactText } from '../../../base/redaction/redacted.ts'
import {
  type CheckedLoad,
  type Intake,
  mapTables,
  type TableName,
  tableNames,
} from '../../world/records/medium.ts'
import { checksum, hex, newline, WholeLines } from '../disk/lines.ts'
import type { StateDocument } from '../port/snapshots.ts'
import { ImageUnreadable, StoreError } from '../port/store-error.ts'
import {
  checkOfLine,
  checkStart,
  headOfLine,
  headSchema,
  type ImageHead,
  imageChunks,
  refuseOtherVersion,
} from './image-format.ts'

type From = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Reads a document that still has our check. Its rows are not checked one by one. */
export async function readTrusted(from: From, into: Intake, name: string): Promise<ImageHead> {
  const load: CheckedLoad = (table, line) => {
    into.load(table, line)
    return undefined
  }
  const reading = await readLines(from, load, { name })
  if (!reading.isChecked) throw new ImageUnreadable('Its checksum is missing')
  return reading.head
}

/**
 * Reads a document from anyone: every row is checked against its schema.
 * @internal Exported for tests.
 */
export async function readUntrusted(
  from: From,
  into: Intake,
  name: string,
  longest = LONGEST,
): Promise<ImageHead> {
  const rows = oneRowPerLine(from, name, longest)
  const hint = ' (to import an edited export, remove its "check")'
  return (await readLines(rows, await into.untrusted(), { name, hint })).head
}

/** Exports and imports. */
export const stateDocument: StateDocument = {
  write: (image, savedAt) => imageChunks(image, { saved_at: new Date(savedAt).toISOString() }),
  read: (chunks, into, longest) => readUntrusted(chunks, into, 'The document', longest),
}

/** Rows are loaded as they are read, so some are already loaded when damage is found further on. */
async function readLines(from: From, load: CheckedLoad, words: ImageWords) {
  const reading = new ImageLines(load, words)
  const lines = new WholeLines()
  for await (const chunk of from) {
    for (const block of lines.push(chunk)) await reading.read(block)
    // Buffered chunks arrive without a turn of the event loop, so other work needs one here.
    await nextTurn()
  }
  // An editor may have removed the last newline.
  const rest = lines.rest()
  if (rest.length > 0) await reading.read(Buffer.concat([rest, Buffer.of(newline)]))
  return reading.end()
}

/** Longer rows are refused, since checking them would block other requests. All rules are in one row. */
const MEGABYTE = 1024 * 1024
const longestRow = (table: TableName) => (table === 'meta' ? 16 : 1) * MEGABYTE

const brace = 0x7b
const comma = 0x2c

interface ImageWords {
  /** What the document is called. */
  readonly name: string
  /** What to do if its content does not match its checksum. */
  readonly hint?: string
}

/** Reads a document with one row per line, block by block. */
class ImageLines {
  readonly #load: CheckedLoad
  readonly #words: ImageWords
  readonly #counts = new Map<TableName, number>()
  #head: ImageHead | undefined
  #table: TableName | undefined
  #rows = 0
  #line = 0
  #crc = 0
  #isChecked = false
  #isClosed = false

  constructor(load: CheckedLoad, words: ImageWords) {
    this.#load = load
    this.#words = words
  }

  /** The block must hold whole lines only. */
  async read(block: Buffer): Promise<void> {
    let start = 0
    while (start < block.length) {
      const end = block.indexOf(newline, start)
      this.#line++
      if (block[start] === brace && this.#table !== undefined) {
        const stop = block[end - 1] === comma ? end - 1 : end
        const loading = this.#row(this.#table, block, start, stop)
        if (loading !== undefined) await loading
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
    if (this.#line === 0) throw new ImageUnreadable('It is empty')
    if (this.#head === undefined || !this.#isClosed) {
      throw new ImageUnreadable(`It breaks off at line ${this.#line}`)
    }
    refuseMissing((table) => this.#counts.has(table))
    return { head: this.#head, isChecked: this.#isChecked }
  }

  /** A promise only where the row needs one: most documents have very many that do not. */
  #row(table: TableName, block: Buffer, start: number, stop: number): Promise<void> | undefined {
    const longest = longestRow(table)
    const row = `${table}[${this.#rows}]`
    this.#rows++
    try {
      if (stop - start > longest) throw new Error(`Is longer than ${longest / MEGABYTE} MB`)
      const loading = this.#load(table, block.toString('utf8', start, stop))
      return loading?.catch((error: unknown) => {
        throw unreadableRow(row, error)
      })
    } catch (error) {
      throw unreadableRow(row, error)
    }
  }

  /** A line that is not a row. */
  #other(line: string): void {
    if (this.#line === 1) {
      this.#head = headOfLine(line)
      if (this.#head === undefined) throw new ImageUnreadable('Its first line is damaged')
      refuseOtherVersion(this.#head.version, this.#words.name)
    } else if (this.#table !== undefined) {
      if (line !== ']' && line !== '],') throw this.#unexpected(line)
      this.#counts.set(this.#table, this.#rows)
      this.#table = undefined
    } else if (this.#isClosed) throw this.#unexpected(line)
    else if (line.startsWith(checkStart)) this.#check(line)
    else if (line === '}') this.#isClosed = true
    else this.#openTable(line)
  }

  /** Tables come in their order, because rows refer to rows of earlier tables. */
  #openTable(line: string): void {
    const at = tableNames.findIndex((table) => line === `"${table}":[`)
    const [, name] = /^"(\w+)":\[$/.exec(line) ?? []
    if (at === -1 && name !== undefined) {
      throw new ImageUnreadable(`There is no table ${shown(name)} (line ${this.#line})`)
    }
    if (at === -1 || tableNames.slice(at).some((table) => this.#counts.has(table))) {
      throw this.#unexpected(line)
    }
    this.#table = tableNames[at]
    this.#rows = 0
  }

  #check(line: string): void {
    const check = checkOfLine(line)
    const isCounted = tableNames.every((table) => check?.records[table] === this.#counts.get(table))
    if (!isCounted || check?.crc32 !== hex(this.#crc)) {
      const { hint = '' } = this.#words
      throw new ImageUnreadable(`Its content does not match its checksum${hint}`)
    }
    this.#isChecked = true
  }

  #unexpected(text: string): ImageUnreadable {
    return new ImageUnreadable(`Line ${this.#line} is not expected here: ${shown(text)}`)
  }
}

function shown(text: string): string {
  return redactText(text).slice(0, 60)
}

function unreadableRow(row: string, error: unknown): unknown {
  if (error instanceof StoreError) return error
  // The message of the JSON parser may repeat a part of a card number.
  const message = error instanceof SyntaxError ? 'Not JSON' : messageOf(error)
  return new ImageUnreadable(`${row}: ${message}`, { cause: error })
}

/** A table that is left out would be emptied, which nobody means by leaving it out. */
function refuseMissing(isThere: (table: TableName) => boolean): void {
  const missing = tableNames.filter((table) => !isThere(table))
  if (missing.length === 0) return
  const what = missing.length === 1 ? 'this table is' : 'these tables are'
  throw new ImageUnreadable(
    `Not a whole state: ${what} missing: ${missing.join(', ')}; give an empty list for a table without rows, or use reset to empty a world`,
  )
}

/** A larger document must have one row per line: it is parsed in one go, which blocks other requests. */
const LONGEST = 8 * MEGABYTE

/** Passes a document with one row per line through; writes one in any other formatting that way. */
async function* oneRowPerLine(
  from: From,
  name: string,
  longest: number,
): AsyncGenerator<Uint8Array> {
  const start: Uint8Array[] = []
  let length = 0
  /** Undefined until the first line is known. */
  let isOurs: boolean | undefined
  for await (const chunk of from) {
    if (isOurs) {
      yield chunk
      continue
    }
    start.push(Buffer.from(chunk))
    length += chunk.length
    if (length > longest) {
      throw new ImageUnreadable(
        `It is larger than ${longest / MEGABYTE} MB and does not have one row per line, as an export has`,
      )
    }
    if (isOurs !== undefined || !chunk.includes(newline)) continue
    const text = Buffer.concat(start)
    isOurs = headOfLine(text.toString('utf8', 0, text.indexOf(newline))) !== undefined
    if (isOurs) yield text
  }
  if (!isOurs) yield* reformatted(Buffer.concat(start).toString(), name)
}

function reformatted(text: string, name: string): Iterable<Uint8Array> {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    // The parser's message may repeat a part of a card number.
    throw new ImageUnreadable('Not JSON')
  }
  const version = z.object({ version: z.int() }).safeParse(found).data?.version
  if (version !== undefined) refuseOtherVersion(version, name)
  const list = z.custom<readonly unknown[]>(Array.isArray, 'Must be a list').optional()
  const members = { ...headSchema().shape, ...mapTables(() => list), check: z.unknown().optional() }
  const unknown = isPlainObject(found) && Object.keys(found).find((name) => !(name in members))
  if (typeof unknown === 'string') {
    throw new ImageUnreadable(`Not a state document: unknown key '${shown(unknown)}'`)
  }
  const read = parseWith(z.object(members), found)
  if ('faults' in read) {
    const location = read.faults[0]?.path.map((part) => `${part}: `).join('')
    throw new ImageUnreadable(`Not a state document: ${location}${read.faults[0]?.message}`)
  }
  const { data } = read
  refuseMissing((table) => data[table] !== undefined)
  const tables = mapTables((table) => rowTexts(table, data[table] ?? []))
  return imageChunks({ tables }, headSchema().parse(data), data.check)
}

function* rowTexts(table: TableName, rows: readonly unknown[]): Generator<string> {
  for (const [index, row] of rows.entries()) {
    let text: string | undefined
    try {
      if (isPlainObject(row)) text = JSON.stringify(row)
    } catch {
      // It is nested too deeply.
    }
    if (text === undefined) throw new ImageUnreadable(`${table}[${index}]: Not a row`)
    yield text
  }
}

import { type Change, type TableName, tableNames } from '../../world/records/medium.ts'
import { checksum } from '../disk/checksum.ts'

/*
 * A log is a line per commit: the CRC-32 of the rest, that of the line before, and a JSON array of
 * changes. A change says what is done to which table, how many bytes its text has, and the text: the
 * row put in place, or the key of the row taken out. The length lets a row be cut out without
 * parsing it.
 *
 *   5d41402a 9c0a11d2 [["+transactions",512,{"audit":1000001,...}],["-tokens",9,"tok-00001"]]
 *
 * Each line names the one before it, so that none can be taken out or change places unnoticed. The
 * first line of a file says which log it is, and names the last line of the log that it continues.
 */
const puts = textPerTable((table) => `["+${table}",`)
const removes = textPerTable((table) => `["-${table}",`)
const digits = Buffer.from('0123456789abcdef')

/** Where what the checksum covers starts: after eight digits and a space. */
export const coveredOffset = 9

/** Where the payload starts: after another eight digits and a space. */
export const payloadOffset = 18

const open = 0x5b
const close = 0x5d
const comma = 0x2c
const space = 0x20
const newline = 0x0a

/** A buffer is kept for the next batch unless a huge one made it grow beyond this. */
const keptBytes = 4 * 1024 * 1024

/**
 * Builds the lines of a batch in one buffer. The pieces are copied straight to their place: joining
 * them as strings first takes twice the time.
 */
export class LogLines {
  #bytes = Buffer.allocUnsafe(64 * 1024)
  #length = 0
  #chain = 0

  /** The checksum of the last line. */
  get chain(): number {
    return this.#chain
  }

  /** Valid until the next `clear`. */
  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** The next line follows the one with this checksum. */
  clear(chain: number): void {
    this.#length = 0
    this.#chain = chain
    if (this.#bytes.length > keptBytes) this.#bytes = Buffer.allocUnsafe(keptBytes)
  }

  addText(payload: string): void {
    const start = this.#begin()
    this.#text(payload)
    this.#finish(start)
  }

  addCommit(changes: readonly Change[]): void {
    const start = this.#begin()
    this.#bytes[this.#length++] = open
    for (const [index, change] of changes.entries()) {
      if (index > 0) this.#bytes[this.#length++] = comma
      this.#change(change)
    }
    this.#reserve(2)
    this.#bytes[this.#length++] = close
    this.#finish(start)
  }

  #begin(): number {
    const start = this.#length
    this.#reserve(payloadOffset + 1)
    this.#length += payloadOffset
    return start
  }

  #change({ table, key, line }: Change): void {
    const text = line ?? JSON.stringify(key)
    const start = (line === undefined ? removes : puts)[table]
    const before = this.#length
    // Nearly all text is ASCII, where the length is known before the text is written.
    if (this.#labelled(start + text.length, text) === text.length) return
    this.#length = before
    this.#labelled(start + Buffer.byteLength(text), text)
  }

  /** Gives the number of bytes that the text took. */
  #labelled(label: string, text: string): number {
    this.#text(label)
    this.#bytes[this.#length++] = comma
    const bytes = this.#text(text)
    this.#bytes[this.#length++] = close
    return bytes
  }

  /** Leaves room for a few single bytes after the text. */
  #text(text: string): number {
    this.#reserve(3 * text.length + 4)
    const bytes = this.#bytes.write(text, this.#length)
    this.#length += bytes
    return bytes
  }

  #finish(start: number): void {
    const bytes = this.#bytes
    this.#number(start + coveredOffset, this.#chain)
    this.#chain = checksum(bytes.subarray(start + coveredOffset, this.#length))
    this.#number(start, this.#chain)
    bytes[this.#length++] = newline
  }

  /** As eight hexadecimal digits and a space. */
  #number(start: number, number: number): void {
    let rest = number
    for (let at = start + 7; at >= start; at--) {
      this.#bytes[at] = digits[rest & 15] as number
      rest >>>= 4
    }
    this.#bytes[start + 8] = space
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const grown = Buffer.allocUnsafe(Math.max(2 * this.#bytes.length, this.#length + more))
    this.#bytes.copy(grown, 0, 0, this.#length)
    this.#bytes = grown
  }
}

function textPerTable(text: (table: TableName) => string): Readonly<Record<TableName, string>> {
  const entries = tableNames.map((table) => [table, text(table)] as const)
  return Object.fromEntries(entries) as Record<TableName, string>
}

import zlib from 'node:zlib'

/** Cuts a stream of bytes into blocks of whole lines, so that no line is split. */
export class WholeLines {
  #rest: Buffer[] = []

  /** Each block ends with a newline and stays valid as long as the chunk does. */
  push(chunk: Uint8Array): Buffer[] {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    const blocks: Buffer[] = []
    let start = 0
    if (this.#rest.length > 0) {
      start = bytes.indexOf(newline) + 1
      if (start > 0) blocks.push(Buffer.concat([...this.#rest.splice(0), bytes.subarray(0, start)]))
    }
    const end = bytes.lastIndexOf(newline) + 1
    if (end > start) blocks.push(bytes.subarray(start, end))
    if (end < bytes.length) this.#rest.push(Buffer.from(bytes.subarray(end)))
    return blocks
  }

  /** The bytes after the last newline. */
  rest(): Buffer {
    return Buffer.concat(this.#rest)
  }
}

export const newline = 0x0a

// A named import would fail in an old Node before the library can report the version it needs.
/** Continues a CRC-32 with further bytes; the first call starts at 0. */
export const { crc32: checksum } = zlib

/** CRC-32 as eight hexadecimal digits. */
export function hex(crc: number): string {
  return crc.toString(16).padStart(8, '0')
}

import { messageOf } from '../../document/file-failure.ts'
import type { Files } from '../disk/files.ts'
import { type FolderKey, refuseOtherKey } from '../disk/key-file.ts'
import { newline, WholeLines } from '../disk/lines.ts'
import { fileChunks, type Progress } from '../disk/read-file.ts'
import { refuseOtherVersion } from '../image/image-format.ts'
import { damaged, StoreError } from '../port/store-error.ts'
import { coveredOffset, parseHeader, payloadOffset } from './log-lines.ts'
import { hasHole, hexNumber, hidesWhole, isWhole, type Replay, replayLine } from './log-replay.ts'

export interface LogRead {
  /** The end of the last intact line. */
  readonly length: number
  /** Whether it holds more than its header line. */
  readonly hasCommits: boolean
  /** The checksum of its last line, and of the line that its first one follows. */
  readonly chain: number
  readonly follows: number
  /** Whether its last line says that another log continues it. */
  readonly isSealed: boolean
  /** An incomplete end, as an interrupted write leaves it. */
  readonly torn: { readonly bytes: number; readonly records: number } | undefined
}

export interface LogSource {
  readonly files: Files
  readonly path: string
  readonly generation: number
  readonly key?: FolderKey | undefined
  readonly progress?: Progress | undefined
}

/** Replays a log's commits. Refuses a log that is damaged anywhere but at its very end. */
export async function readLog(source: LogSource, replay: Replay): Promise<LogRead> {
  const reading = new LogReading(source, replay)
  const lines = new WholeLines()
  for await (const chunk of fileChunks(source.files, source.path, source.progress)) {
    for (const block of lines.push(chunk)) reading.read(block)
  }
  return reading.end(lines.rest().length)
}

class LogReading {
  readonly #source: LogSource
  readonly #replay: Replay
  #chain = 0
  #follows = 0
  #isSealed = false
  #lines = 0
  #length = 0
  #tornBytes = 0
  #tornRecords = 0

  constructor(source: LogSource, replay: Replay) {
    this.#source = source
    this.#replay = replay
  }

  read(block: Buffer): void {
    let start = 0
    while (start < block.length) {
      const end = block.indexOf(newline, start)
      this.#line(block, start, end)
      start = end + 1
    }
  }

  end(rest: number): LogRead {
    const bytes = this.#tornBytes + rest
    const records = this.#tornRecords + (rest > 0 ? 1 : 0)
    const torn = bytes > 0 ? { bytes, records } : undefined
    return {
      length: this.#length,
      hasCommits: this.#lines - this.#tornRecords > 1,
      chain: this.#chain,
      follows: this.#follows,
      isSealed: this.#isSealed,
      torn,
    }
  }

  #line(block: Buffer, start: number, end: number): void {
    this.#lines++
    if (!isWhole(block, start, end)) {
      const isTorn = hasHole(block, start, end) && !hidesWhole(block, start, end)
      if (!isTorn) throw this.#garbled(this.#lines)
      this.#tornBytes += end + 1 - start
      this.#tornRecords++
      return
    }
    // An interrupted write has no intact line after it.
    if (this.#tornBytes > 0) throw this.#garbled(this.#lines - this.#tornRecords)
    this.#length += end + 1 - start
    this.#link(hexNumber(block, start + coveredOffset))
    this.#chain = hexNumber(block, start)
    try {
      this.#take(block, start + payloadOffset, end)
    } catch (error) {
      if (error instanceof StoreError) throw error
      throw damaged(this.#source.path, `line ${this.#lines}: ${messageOf(error)}`)
    }
  }

  /** Each line must follow the one before it. */
  #link(before: number): void {
    if (this.#lines === 1) this.#follows = before
    else if (before !== this.#chain || this.#isSealed) {
      throw damaged(
        this.#source.path,
        `line ${this.#lines} does not follow line ${this.#lines - 1}: lines are missing or out of order`,
      )
    }
  }

  #take(block: Buffer, start: number, end: number): void {
    if (this.#lines === 1) this.#header(block.toString('utf8', start, end))
    else if (block[start] === brace) this.#isSealed = true
    else replayLine(block, start, end, this.#replay)
  }

  #garbled(line: number): StoreError {
    return damaged(this.#source.path, `line ${line} is garbled`)
  }

  #header(text: string): void {
    const { path, generation, key } = this.#source
    const header = parseHeader(text)
    if (header === undefined) throw damaged(path, 'its first line is missing')
    refuseOtherVersion(header.version, path)
    if (key !== undefined) refuseOtherKey(key, header.key, path)
    if (header.generation !== generation) {
      throw damaged(path, `it is log ${header.generation} under another name`)
    }
  }
}

const brace = 0x7b

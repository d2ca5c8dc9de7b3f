import { messageOf } from '../../document/file-failure.ts'
import type { Files } from '../disk/files.ts'
import { fileChunks, type Progress } from '../disk/read-file.ts'
import { damaged } from '../disk/store-error.ts'
import { newline, WholeLines } from '../disk/whole-lines.ts'
import { currentVersion, type Migration, refuseFuture, upgradeFrom } from '../migrations.ts'
import { StoreError } from '../port/store-error.ts'
import { parseHeader } from './log-header.ts'
import { payloadOffset } from './log-lines.ts'
import { hidesWhole, isWhole, type Replay, replayLine } from './log-replay.ts'

export interface JournalRead {
  /** Up to the end of the last whole line. */
  readonly length: number
  readonly isOld: boolean
  /** What follows that is not whole, as a write leaves it that was cut short. */
  readonly torn: { readonly bytes: number; readonly records: number } | undefined
}

export interface JournalSource {
  readonly files: Files
  readonly path: string
  readonly generation: number
  readonly migrations: readonly Migration[]
  readonly progress?: Progress | undefined
}

/** Does a journal's commits again. Refuses one that is damaged anywhere but at its very end. */
export async function readJournal(source: JournalSource, replay: Replay): Promise<JournalRead> {
  const reading = new Reading(source, replay)
  const lines = new WholeLines()
  for await (const chunk of fileChunks(source.files, source.path, source.progress)) {
    for (const block of lines.push(chunk)) reading.read(block)
  }
  return reading.end(lines.rest().length)
}

class Reading {
  readonly #source: JournalSource
  #replay: Replay
  #isOld = false
  #lines = 0
  #length = 0
  #tornBytes = 0
  #tornRecords = 0

  constructor(source: JournalSource, replay: Replay) {
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

  end(rest: number): JournalRead {
    const bytes = this.#tornBytes + rest
    const records = this.#tornRecords + (rest > 0 ? 1 : 0)
    const torn = bytes > 0 ? { bytes, records } : undefined
    return { length: this.#length, isOld: this.#isOld, torn }
  }

  #line(block: Buffer, start: number, end: number): void {
    this.#lines++
    if (!isWhole(block, start, end)) {
      if (hidesWhole(block, start, end)) throw this.#garbled(this.#lines)
      this.#tornBytes += end + 1 - start
      this.#tornRecords++
      return
    }
    // A write that was cut short has nothing whole behind it.
    if (this.#tornBytes > 0) throw this.#garbled(this.#lines - this.#tornRecords)
    this.#length += end + 1 - start
    try {
      if (this.#lines === 1) this.#header(block.toString('utf8', start + payloadOffset, end))
      else replayLine(block, start, end, this.#replay)
    } catch (error) {
      if (error instanceof StoreError) throw error
      throw damaged(this.#source.path, `line ${this.#lines}: ${messageOf(error)}`)
    }
  }

  #garbled(line: number): StoreError {
    return damaged(this.#source.path, `line ${line} is garbled`)
  }

  #header(text: string): void {
    const { path, generation, migrations } = this.#source
    const header = parseHeader(text)
    if (header === undefined) throw damaged(path, 'its first line is missing')
    refuseFuture(header.version, migrations, path)
    if (header.generation !== generation) {
      throw damaged(path, `it is journal ${header.generation} under another name`)
    }
    this.#isOld = header.version < currentVersion(migrations)
    const upgrade = upgradeFrom(header.version, migrations)
    if (upgrade !== undefined) this.#replay = upgraded(this.#replay, upgrade)
  }
}

function upgraded(replay: Replay, upgrade: Migration): Replay {
  return {
    load: (table, line) => replay.load(table, upgrade(table, line)),
    remove: (table, key) => replay.remove(table, key),
  }
}

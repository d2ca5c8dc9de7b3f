import * as z from 'zod'
import type { RowChange } from '../../world/records/medium.ts'
import { type Files, writeAll } from '../disk/files.ts'
import { checksum, hex } from '../disk/lines.ts'
import { writeFile } from '../disk/write-file.ts'
import { FolderLost, StoreFailure } from '../port/store-error.ts'

export type Durability = 'sync' | 'relaxed'

interface LogOptions {
  readonly files: Files
  readonly path: string
  readonly header: LogHeader
  readonly durability: Durability
}

/** One log file, open at its end. */
export class LogFile {
  readonly generation: number
  readonly #options: LogOptions
  readonly #fd: number
  /** The length in bytes of the intact part. */
  length: number
  /** Whether it holds more than its header line. */
  hasCommits: boolean
  #hasTornEnd = false

  constructor(options: LogOptions, fd: number, end: LogEnd) {
    this.generation = options.header.generation
    this.#options = options
    this.#fd = fd
    this.length = end.length
    this.hasCommits = end.hasCommits
  }

  /** Appends all of these commits or none: one line, one write, and one sync unless durability is relaxed. */
  async append(commits: readonly (readonly RowChange[])[]): Promise<void> {
    const { files, header, durability } = this.#options
    if (this.#hasTornEnd) await this.#cutTornEnd()
    const line = logLine(`[${commits.flat().map(changeText).join(',')}]`)
    const bytes = Buffer.from(this.length === 0 ? headerLine(header) + line : line)
    try {
      await writeAll(files, this.#fd, bytes, this.length)
      if (durability === 'sync') await files.sync(this.#fd)
    } catch (error) {
      this.#hasTornEnd = true
      // If this fails too, it is tried again before the next batch.
      await this.#cutTornEnd().catch(() => undefined)
      throw error
    }
    this.length += bytes.length
    this.hasCommits = true
  }

  /** All of it is on disk, and nothing else: another log may continue it. */
  async flush(): Promise<void> {
    const { files, durability } = this.#options
    if (this.#hasTornEnd) await this.#cutTornEnd()
    if (durability === 'relaxed') await files.sync(this.#fd)
  }

  /** Why the next start would not find what was stored; undefined if it would. */
  async loss(): Promise<StoreFailure | undefined> {
    const { files, path } = this.#options
    const found = await files.whereabouts(this.#fd, path)
    if (found.isHere) {
      const isShort = (await files.size(this.#fd)) < this.length
      return isShort ? new StoreFailure(lost(path, 'cut short')) : undefined
    }
    if (found.hasName) return FolderLost.moved(path, found.path)
    return new StoreFailure(lost(path, 'removed'))
  }

  async close(): Promise<void> {
    await this.#options.files.close(this.#fd)
  }

  async #cutTornEnd(): Promise<void> {
    const { files, durability } = this.#options
    await files.truncate(this.#fd, this.length)
    // Changes that were reported as failed must not reappear after a power cut.
    if (durability === 'sync') await files.sync(this.#fd)
    this.#hasTornEnd = false
  }
}

/** The sandbox has everything in memory, and writes a new state when it stops. */
function lost(path: string, how: string): string {
  return `${path} was ${how} while the sandbox was running; start it again`
}

/** Where the intact part of a log ends. */
export interface LogEnd {
  readonly length: number
  readonly hasCommits: boolean
}

/** Opens a log to continue at the given end; bytes after it were never acknowledged. */
export async function openLog(options: LogOptions, end: LogEnd): Promise<LogFile> {
  const { files, path } = options
  const { length } = end
  const fd = await files.open(path, 'r+')
  try {
    const size = await files.size(fd)
    if (size > length) await files.truncate(fd, length)
    // Only the last newline can be missing.
    if (size < length) await writeAll(files, fd, Buffer.from('\n'), size)
    if (size !== length) await files.sync(fd)
  } catch (error) {
    await files.close(fd)
    throw error
  }
  return new LogFile(options, fd, end)
}

/** Creates a log. It gets its name only once its header line is safe, so a crash never leaves an empty one. */
export async function beginLog(options: LogOptions): Promise<LogFile> {
  const { files, path, header } = options
  const length = await writeFile(files, path, [Buffer.from(headerLine(header))])
  return openLog(options, { length, hasCommits: false })
}

/*
 * A log is a header line and then a line per write: the CRC-32 of the rest, and a JSON array of the
 * changes of all its commits. So an interrupted write is one incomplete line, in whatever order its
 * pages reach the disk, and since each write is synced before the next, it is the last one.
 *
 * A change says what is done to which table, how many bytes its text has, and the text: the
 * row that is added or replaced, or the key of the row that is removed. The length lets a row be cut out without
 * parsing it.
 *
 *   5d41402a [["+transactions",512,{"audit":1000001,...}],["-tokens",9,"tok-00001"]]
 */

/** Where the payload starts: after eight digits and a space. */
export const payloadOffset = 9

/** @internal Exported for tests. */
export function logLine(payload: string): string {
  return `${hex(checksum(payload))} ${payload}\n`
}

function changeText({ table, key, line }: RowChange): string {
  const text = line ?? JSON.stringify(key)
  return `["${line === undefined ? '-' : '+'}${table}",${Buffer.byteLength(text)},${text}]`
}

/** The version of the log's format. */
export const LOG_VERSION = 3

function headerSchema() {
  return z.object({
    format: z.literal('sandgate-log'),
    version: z.int(),
    generation: z.int().min(1),
    key: z.string().optional(),
  })
}

/** The first line: the log's generation and the check of its key. */
interface LogHeader {
  readonly generation: number
  readonly key?: string | undefined
}

/** @internal Exported for tests. */
export function headerLine({ generation, key }: LogHeader): string {
  return logLine(JSON.stringify({ format: 'sandgate-log', version: LOG_VERSION, generation, key }))
}

export function parseHeader(text: string): (LogHeader & { readonly version: number }) | undefined {
  // In version 1, a second checksum came first.
  const json = text.replace(/^[0-9a-f]{8} /, '')
  if (!json.startsWith('{')) return undefined
  return headerSchema().safeParse(JSON.parse(json)).data
}

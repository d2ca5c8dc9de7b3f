import { dirname } from 'node:path'
import * as z from 'zod'
import type { RowChange } from '../../world/records/medium.ts'
import type { Files, Unsynced } from '../disk/files.ts'
import { checksum, hex } from '../disk/lines.ts'
import { writeAll, writeFile } from '../disk/write-file.ts'
import { FORMAT_VERSION } from '../image/image-format.ts'
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
  #chain: number
  /** Whether it holds more than its header line. */
  hasCommits: boolean
  #hasTornEnd = false

  constructor(options: LogOptions, fd: number, end: LogEnd) {
    this.generation = options.header.generation
    this.#options = options
    this.#fd = fd
    this.length = end.length
    this.#chain = end.chain
    this.hasCommits = end.hasCommits
  }

  /** The checksum that the seal line will have. */
  sealChain(next: number): number {
    const lines = new LogLines(this.#chain)
    lines.add(sealText(next))
    return lines.chain
  }

  /**
   * Appends all of these commits or none: one write, and one sync unless durability is relaxed.
   * Unsynced folders are synced at the same time, and must be safe before the commits count.
   */
  async append(commits: readonly (readonly RowChange[])[], unsynced?: Unsynced): Promise<void> {
    const { files, durability } = this.#options
    await this.#write(batchText(commits), (fd) =>
      Promise.all([durability === 'sync' ? files.sync(fd) : undefined, unsynced?.settle()]),
    )
    this.hasCommits = true
  }

  /** Ends the log; `next`, which already exists, continues it. */
  seal(next: number): Promise<void> {
    const { files } = this.#options
    return this.#write(sealText(next), (fd) => files.sync(fd))
  }

  /** Syncs the log if appending did not. */
  async settle(): Promise<void> {
    const { files, durability } = this.#options
    if (durability === 'relaxed') await files.sync(this.#fd)
  }

  /** Why the log has lost data; undefined if it has not. */
  async loss(): Promise<StoreFailure | undefined> {
    const { files, path } = this.#options
    const size = await files.linkedSize(this.#fd)
    if (size === undefined) {
      const folder = dirname(path)
      const isFolderThere = (await files.sizeAt(folder)) !== undefined
      return isFolderThere ? new StoreFailure(lost('removed')) : FolderLost.folder(folder)
    }
    return size < this.length ? new StoreFailure(lost('cut short')) : undefined
  }

  async close(): Promise<void> {
    await this.#options.files.close(this.#fd)
  }

  async #write(payload: string, makeSafe: (fd: number) => Promise<unknown>): Promise<void> {
    const { files, header } = this.#options
    const loss = await this.loss()
    if (loss !== undefined) throw loss
    if (this.#hasTornEnd) await this.#cutTornEnd()
    const lines = new LogLines(this.#chain)
    if (this.length === 0) lines.add(headerText(header))
    lines.add(payload)
    const bytes = Buffer.from(lines.text)
    try {
      await writeAll(files, this.#fd, bytes, this.length)
      await makeSafe(this.#fd)
    } catch (error) {
      this.#hasTornEnd = true
      // If this fails too, it is tried again before the next batch.
      await this.#cutTornEnd().catch(() => undefined)
      throw error
    }
    this.length += bytes.length
    this.#chain = lines.chain
  }

  async #cutTornEnd(): Promise<void> {
    const { files, durability } = this.#options
    await files.truncate(this.#fd, this.length)
    // Changes that were reported as failed must not reappear after a power cut.
    if (durability === 'sync') await files.sync(this.#fd)
    this.#hasTornEnd = false
  }
}

function lost(how: string): string {
  return `it was ${how} while the sandbox was running; start it again`
}

/** Where the intact part of a log ends, and the checksum of its last line, or of the line it will follow. */
export interface LogEnd {
  readonly length: number
  readonly chain: number
  readonly hasCommits: boolean
}

/** Opens a log to continue at the given end; bytes after it were never acknowledged. */
export async function openLog(options: LogOptions, end: LogEnd): Promise<LogFile> {
  const { files, path } = options
  const { length } = end
  const fd = await files.open(path, 'r+')
  try {
    if ((await files.size(fd)) > length) {
      await files.truncate(fd, length)
      await files.sync(fd)
    }
  } catch (error) {
    await files.close(fd)
    throw error
  }
  return new LogFile(options, fd, end)
}

/**
 * Creates a log with its header line, which follows the line with the given checksum. It gets its
 * name only once that line is safe, so a crash never leaves an empty log.
 */
export async function beginLog(options: LogOptions, follows: number): Promise<LogFile> {
  const { files, path, header } = options
  const lines = new LogLines(follows)
  lines.add(headerText(header))
  const length = await writeFile(files, path, [Buffer.from(lines.text)])
  return openLog(options, { length, chain: lines.chain, hasCommits: false })
}

/*
 * A log is a line per write: the CRC-32 of the rest, that of the line before, and a JSON array of
 * the changes of all its commits. So an interrupted write is one incomplete line, in whatever order
 * its pages reach the disk.
 *
 * A change says what is done to which table, how many bytes its text has, and the text: the
 * row that is added or replaced, or the key of the row that is removed. The length lets a row be cut out without
 * parsing it.
 *
 *   5d41402a 9c0a11d2 [["+transactions",512,{"audit":1000001,...}],["-tokens",9,"tok-00001"]]
 *
 * Each line names the one before it, so that none can be removed or moved unnoticed. The
 * first line of a file says which log it is, and names the last line of the log that it continues.
 */

/** Where the checksummed part starts: after eight digits and a space. */
export const coveredOffset = 9

/** Where the payload starts: after another eight digits and a space. */
export const payloadOffset = 18

/**
 * Builds the lines of a batch.
 * @internal Exported for tests.
 */
export class LogLines {
  /** The checksum of the last line. */
  chain: number
  text: string

  /** The first line follows the one with this checksum. */
  constructor(follows: number) {
    this.chain = follows
    this.text = ''
  }

  add(payload: string): void {
    const covered = `${hex(this.chain)} ${payload}`
    this.chain = checksum(covered)
    this.text += `${hex(this.chain)} ${covered}\n`
  }
}

/** The changes of all commits of a batch. */
function batchText(commits: readonly (readonly RowChange[])[]): string {
  return `[${commits.flat().map(changeText).join(',')}]`
}

function changeText({ table, key, line }: RowChange): string {
  const text = line ?? JSON.stringify(key)
  return `["${line === undefined ? '-' : '+'}${table}",${Buffer.byteLength(text)},${text}]`
}

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

function headerText({ generation, key }: LogHeader): string {
  return JSON.stringify({ format: 'sandgate-log', version: FORMAT_VERSION, generation, key })
}

export function parseHeader(text: string): (LogHeader & { readonly version: number }) | undefined {
  if (!text.startsWith('{')) return undefined
  return headerSchema().safeParse(JSON.parse(text)).data
}

/** The last line of a log that another one continues, so that a missing continuation is noticed. */
function sealText(next: number): string {
  return JSON.stringify({ next })
}

import type { Change } from '../../world/records/medium.ts'
import type { Files } from '../disk/files.ts'
import { writeAll } from '../disk/write-file.ts'
import { headerText, type JournalHeader } from './log-header.ts'
import { JournalLines } from './log-lines.ts'

export type Durability = 'sync' | 'relaxed'

export interface JournalOptions {
  readonly files: Files
  readonly path: string
  readonly header: JournalHeader
  readonly durability: Durability
}

/** One journal file, open at its end. */
export class Journal {
  readonly generation: number
  readonly #options: JournalOptions
  readonly #fd: number
  readonly #lines = new JournalLines()
  #length: number
  #hasTornEnd = false

  constructor(options: JournalOptions, fd: number, length: number) {
    this.generation = options.header.generation
    this.#options = options
    this.#fd = fd
    this.#length = length
  }

  /** Up to here all is good. */
  get length(): number {
    return this.#length
  }

  /** All of these commits or none: one write, and one sync unless durability is relaxed. */
  async append(commits: readonly (readonly Change[])[]): Promise<void> {
    const { files, durability, header } = this.#options
    if (this.#hasTornEnd) await this.#cutTornEnd()
    this.#lines.clear()
    if (this.#length === 0) this.#lines.addText(headerText(header))
    for (const changes of commits) this.#lines.addCommit(changes)
    const { bytes } = this.#lines
    try {
      await writeAll(files, this.#fd, bytes)
      if (durability === 'sync') await files.sync(this.#fd)
    } catch (error) {
      this.#hasTornEnd = true
      // Should this fail as well, it is tried again before the next batch.
      await this.#cutTornEnd().catch(() => undefined)
      throw error
    }
    this.#length += bytes.length
  }

  /** Nothing more will be appended. */
  async finish(): Promise<void> {
    if (this.#hasTornEnd) await this.#cutTornEnd()
    await this.#options.files.sync(this.#fd)
  }

  async close(): Promise<void> {
    await this.#options.files.close(this.#fd)
  }

  async #cutTornEnd(): Promise<void> {
    const { files, durability } = this.#options
    await files.truncate(this.#fd, this.#length)
    // What was reported as failed must not come back after a power cut.
    if (durability === 'sync') await files.sync(this.#fd)
    this.#hasTornEnd = false
  }
}

/** Opens a journal to go on at the given length; what is behind it was never acknowledged. */
export async function openJournal(options: JournalOptions, length: number): Promise<Journal> {
  const { files, path } = options
  const fd = await files.open(path, 'a')
  try {
    if ((await files.size(fd)) > length) {
      await files.truncate(fd, length)
      await files.sync(fd)
    }
  } catch (error) {
    await files.close(fd)
    throw error
  }
  return new Journal(options, fd, length)
}

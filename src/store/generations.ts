import type { Adapter, Low } from 'lowdb'
import { errorCode } from '../document/file-failure.ts'
import { type Image, type Intake, mapTables, type RowChange } from '../world/records/medium.ts'
import { discard, type Files, type Unsynced } from './disk/files.ts'
import { type FolderKey, refuseOtherKey } from './disk/key-file.ts'
import { fileChunks, type Progress } from './disk/read-file.ts'
import { logPath } from './disk/world-files.ts'
import { type WriteOptions, writeFile } from './disk/write-file.ts'
import { imageChunks } from './image/image-format.ts'
import { readTrusted } from './image/image-reader.ts'
import { beginLog, type Durability, type LogFile } from './log/log-file.ts'
import { damaged, ImageUnreadable, type StoreFailure } from './port/store-error.ts'

interface GenerationsOptions {
  readonly files: Files
  readonly folder: string
  readonly low: Low<State>
  readonly key: FolderKey | undefined
  readonly durability: Durability
}

/**
 * A world's files: the state at the start of a generation, and the logs since then. Each generation
 * has its own log, so that the state can be rewritten while commits continue.
 */
export class Generations {
  readonly #options: GenerationsOptions
  #log: LogFile
  /** The oldest log that may still exist. */
  #oldest: number
  /** Bytes in the logs between the state and the current log. */
  #earlier: number
  #renewal: object | undefined
  /**
   * True if a state was installed but may not survive a crash. Nothing may be appended until
   * another state is installed, since a start might ignore the log.
   */
  isUnsure = false
  #cleaning: Promise<void> = Promise.resolve()

  constructor(
    options: GenerationsOptions,
    found: { readonly log: LogFile; readonly oldest: number; readonly earlier: number },
  ) {
    this.#options = options
    this.#log = found.log
    this.#oldest = found.oldest
    this.#earlier = found.earlier
  }

  get current(): number {
    return this.#log.generation
  }

  /** Bytes that the next start would replay. */
  get logged(): number {
    return this.#earlier + (this.#log.hasCommits ? this.#log.length : 0)
  }

  get path(): string {
    return logPath(this.#options.folder, this.#log.generation)
  }

  /** Why the log has lost data; undefined if it has not. */
  loss(): Promise<StoreFailure | undefined> {
    return this.#log.loss()
  }

  append(commits: readonly (readonly RowChange[])[], unsynced?: Unsynced): Promise<void> {
    return this.#log.append(commits, unsynced)
  }

  /** Begins a generation with these rows; all earlier data is obsolete. */
  async rebase(image: Image): Promise<void> {
    this.dropRenewal()
    const log = await this.#beginNext(0)
    try {
      await this.#writeState({
        generation: log.generation,
        image,
        turn: async (install) => {
          this.isUnsure = true
          await install()
          this.isUnsure = false
        },
      })
    } catch (error) {
      await log.close()
      throw error
    }
    await this.#switchTo(log)
    this.#forgetEarlier()
  }

  /** Begins a generation where the last one ends, unless the last one has no commits. */
  async rotate(): Promise<void> {
    if (!this.#log.hasCommits) return
    const log = await this.#beginNext(this.#log.sealChain(this.current + 1))
    try {
      // The next log already exists, so the seal never names a missing one.
      await this.#log.seal(log.generation)
    } catch (error) {
      await log.close()
      throw error
    }
    this.#earlier = this.logged
    await this.#switchTo(log)
  }

  /** Writes the state at the start of this generation while commits continue. */
  async renew(image: Image, turn: NonNullable<WriteOptions['turn']>): Promise<void> {
    const renewal = {}
    this.#renewal = renewal
    const { generation } = this.#log
    const wanted = () => this.#renewal === renewal
    // A state must not name a log whose first line a power cut could remove.
    await this.#log.settle()
    await this.#writeState({ generation, image, wanted, turn })
    if (wanted()) this.#forgetEarlier()
  }

  /** Cancels a renewal in progress. */
  dropRenewal(): void {
    this.#renewal = undefined
  }

  async close(): Promise<void> {
    await this.#cleaning
    await this.#log.close()
  }

  async #writeState(state: State): Promise<void> {
    const { low } = this.#options
    low.data = state
    const written = low.write()
    // Releases the rows, which would otherwise stay in memory as long as the world is open.
    low.data = noState
    await written
  }

  #beginNext(follows: number): Promise<LogFile> {
    const { files, folder, key, durability } = this.#options
    const generation = this.#log.generation + 1
    const path = logPath(folder, generation)
    const header = { generation, key: key?.check }
    return beginLog({ files, path, header, durability }, follows)
  }

  async #switchTo(log: LogFile): Promise<void> {
    const before = this.#log
    this.#log = log
    // Everything in the old log is safe or obsolete.
    await before.close().catch(() => undefined)
  }

  #forgetEarlier(): void {
    this.#earlier = 0
    const from = this.#oldest
    const to = this.#log.generation
    this.#oldest = to
    // Not awaited: deleting a big file takes time, and the next start removes what is left.
    this.#cleaning = this.#cleaning.then(async () => {
      const { files, folder } = this.#options
      for (let old = from; old < to; old++) await discard(files, logPath(folder, old))
    })
  }
}

/** All rows at the start of a generation; its logs continue from there. */
export interface State extends Pick<WriteOptions, 'wanted' | 'turn'> {
  readonly generation: number
  readonly image: Image
}

export const noState: State = { generation: 1, image: { tables: mapTables(() => []) } }

interface StateFileOptions {
  readonly files: Files
  readonly path: string
  readonly now: () => Date
  readonly key?: FolderKey | undefined
  readonly into: Intake
  readonly progress?: Progress | undefined
}

/**
 * The lowdb adapter of a world's JSON file. Rows go straight to the intake as they are read,
 * because a big store has no memory for a second copy.
 */
export class StateFile implements Adapter<State> {
  readonly #options: StateFileOptions
  bytes = 0

  constructor(options: StateFileOptions) {
    this.#options = options
  }

  async read(): Promise<State | null> {
    const { files, path, into, key, progress } = this.#options
    try {
      const head = await readTrusted(fileChunks(files, path, progress), into, path)
      if (head.generation === undefined) throw new ImageUnreadable('Its generation is missing')
      if (key !== undefined) refuseOtherKey(key, head.key, path)
      this.bytes = (await files.sizeAt(path)) ?? 0
      return { ...noState, generation: head.generation }
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null
      if (error instanceof ImageUnreadable) {
        const fault = error.message.charAt(0).toLowerCase() + error.message.slice(1)
        throw damaged(path, fault, error)
      }
      throw error
    }
  }

  async write({ generation, image, ...when }: State): Promise<void> {
    const { files, path, key, now } = this.#options
    const head = { generation, key: key?.check, saved_at: now().toISOString() }
    const chunks = imageChunks(image, head)
    const temporary = `${path}.${generation}.tmp`
    this.bytes = await writeFile(files, path, chunks, { ...when, temporary })
  }
}

import type { Low } from 'lowdb'
import { discard, type Files } from './disk/files.ts'
import type { FolderKey } from './disk/key-file.ts'
import { logPath } from './disk/world-files.ts'
import type { WriteOptions } from './disk/write-file.ts'
import { beginLog, type Durability, type LogFile } from './log/log-file.ts'
import type { StoreFailure } from './port/store-error.ts'
import type { State, StateFile } from './state-file.ts'

interface GenerationsOptions {
  readonly files: Files
  readonly folder: string
  /** Its data are the tables of the world, as they are at every moment. */
  readonly db: Low<State>
  readonly stateFile: StateFile
  readonly key: FolderKey | undefined
  readonly durability: Durability
}

/** Decides when to call `install`, which replaces the state file. */
type Turn = NonNullable<WriteOptions['turn']>

/**
 * A world's files: the state at the start of a generation, and the logs since then. Each generation
 * has its own log, so that the state can be rewritten while commits continue.
 */
export class Generations {
  readonly #options: GenerationsOptions
  /** Commits are appended to it. */
  log: LogFile
  /** The oldest log that may still exist. */
  #oldest: number
  /** Bytes in the logs between the state and the current log. */
  earlier: number
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
    this.log = found.log
    this.#oldest = found.oldest
    this.earlier = found.earlier
  }

  get current(): number {
    return this.log.generation
  }

  /** Bytes that the next start would replay. */
  get logged(): number {
    return this.earlier + (this.log.hasCommits ? this.log.length : 0)
  }

  get path(): string {
    return logPath(this.#options.folder, this.log.generation)
  }

  /** Why the next start would not find what is in the log; undefined if it would. */
  async loss(): Promise<StoreFailure | undefined> {
    const { log } = this
    try {
      return await log.loss()
    } catch (error) {
      // It was closed meanwhile, because another log continues it.
      if (log !== this.log) return undefined
      throw error
    }
  }

  /** Begins a generation with the rows of this moment; all earlier files are obsolete. */
  async rebase(): Promise<void> {
    this.dropRenewal()
    const generation = this.current + 1
    let log: LogFile | undefined
    try {
      await this.#write(generation, async (install) => {
        // A state never names a log that does not exist.
        log = await this.#begin(generation)
        this.isUnsure = true
        await install()
        this.isUnsure = false
      })
    } catch (error) {
      await log?.close()
      throw error
    }
    if (log !== undefined) await this.#switchTo(log)
    this.#forgetEarlier()
  }

  /**
   * Writes the rows of this moment in the background while commits continue. The next generation must
   * begin, by `rotate`, after the commits so far and before others. `turn` waits for that.
   */
  async renew(turn: Turn): Promise<void> {
    const renewal = {}
    this.#renewal = renewal
    const wanted = () => this.#renewal === renewal
    await this.#write(this.current + 1, turn, wanted)
    if (wanted()) this.#forgetEarlier()
  }

  /** Begins a generation where the last one ends. */
  async rotate(): Promise<void> {
    await this.log.flush()
    const log = await this.#begin(this.current + 1)
    this.earlier = this.logged
    await this.#switchTo(log)
  }

  /** Cancels a renewal in progress. */
  dropRenewal(): void {
    this.#renewal = undefined
  }

  async close(): Promise<void> {
    await this.#cleaning
    await this.log.close()
  }

  /** The rows are taken before the first await. */
  async #write(generation: number, turn: Turn, wanted = () => true): Promise<void> {
    const { db, stateFile } = this.#options
    stateFile.next = { turn, wanted }
    db.data = { ...db.data, generation }
    await db.write()
  }

  #begin(generation: number): Promise<LogFile> {
    const { files, folder, key, durability } = this.#options
    const header = { generation, key: key?.check }
    return beginLog({ files, path: logPath(folder, generation), header, durability })
  }

  async #switchTo(log: LogFile): Promise<void> {
    const before = this.log
    this.log = log
    // Everything in the old log is safe or obsolete.
    await before.close().catch(() => undefined)
  }

  #forgetEarlier(): void {
    this.earlier = 0
    const from = this.#oldest
    const to = this.log.generation
    this.#oldest = to
    // Not awaited: deleting a big file takes time, and the next start removes what is left.
    this.#cleaning = this.#cleaning.then(async () => {
      const { files, folder } = this.#options
      for (let old = from; old < to; old++) await discard(files, logPath(folder, old))
    })
  }
}

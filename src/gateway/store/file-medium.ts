import type { Low } from 'lowdb'
import { reasonOf } from '../../base/file-failure.ts'
import { nextTick } from '../../base/timers.ts'
import type { Medium, RowChange, Tables } from '../world/records/medium.ts'
import type { FolderSync } from './disk/folder-sync.ts'
import type { Generations } from './generations.ts'
import { FolderLost, StoreFailure } from './port/store-error.ts'
import type { State } from './state-file.ts'

export interface FileMediumOptions {
  readonly generations: Generations
  /** Its data are the tables of the world. */
  readonly db: Low<State>
  readonly folders: FolderSync
  readonly stateFile: { readonly bytes: number }
  /** The smallest log size in bytes from which on the state is rewritten. */
  readonly renewAfter: number
  /** Called once when changes can no longer be stored, and when rewriting the state fails. */
  readonly onTrouble: (message: string) => void
  /** Called once when changes can be stored again. */
  readonly onRecovered: () => void
}

/**
 * Stores a world on disk. The commits of requests that are handled together form a batch: one write
 * and one sync. While it is being written, the next batch forms.
 */
export class FileMedium implements Medium {
  readonly #options: FileMediumOptions
  readonly #queue: Batch[] = []
  /** Work that must not run while a batch is being written. */
  readonly #turns: (() => Promise<void>)[] = []
  #current: Batch | undefined
  #loop: Promise<void> | undefined
  #renewing: Promise<void> = Promise.resolve()
  #isRenewing = false
  /** After a failed renewal, the next one waits until the log is larger than this. */
  #renewNotBefore = 0
  #trouble: StoreFailure | undefined
  #closed: Promise<void> | undefined
  #isClosed = false

  constructor(options: FileMediumOptions) {
    this.#options = options
  }

  commit(changes: readonly RowChange[], undo: () => void): void {
    if (this.#closed !== undefined) throw new StoreFailure('The store is closed')
    let batch = this.#queue.at(-1)
    if (batch === undefined || batch.isWhole) {
      batch = new Batch()
      this.#queue.push(batch)
    }
    batch.commits.push(changes)
    batch.undos.push(undo)
    this.#loop ??= this.#run()
  }

  replace(tables: Tables, undo: () => void): void {
    if (this.#closed !== undefined) throw new StoreFailure('The store is closed')
    const { db } = this.#options
    const { tables: before } = db.data
    db.data = { ...db.data, tables }
    const batch = new Batch(true)
    batch.undos.push(() => {
      db.data = { ...db.data, tables: before }
      undo()
    })
    this.#queue.push(batch)
    this.#loop ??= this.#run()
  }

  durable(): Promise<void> | undefined {
    return (this.#queue.at(-1) ?? this.#current)?.durable
  }

  /** Why changes cannot be stored at the moment. */
  get trouble(): string | undefined {
    return this.#trouble?.message
  }

  /** Whether its files are closed. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Why the next start would not find what was stored; undefined if it would. */
  async loss(): Promise<StoreFailure | undefined> {
    return this.#closed === undefined ? await this.#options.generations.loss() : undefined
  }

  close(): Promise<void> {
    this.#closed ??= this.#finish(true)
    return this.#closed
  }

  /** Closes without writing a fresh state, for a world that is about to be removed. */
  abandon(): Promise<void> {
    this.#closed ??= this.#finish(false)
    return this.#closed
  }

  async #finish(isStateWanted: boolean): Promise<void> {
    const { generations } = this.#options
    await this.#loop
    generations.dropRenewal()
    await this.#renewing
    await this.#loop
    try {
      const isStale = generations.logged > 0 || generations.isUnsure
      if (isStateWanted && isStale) await generations.rebase()
    } catch (error) {
      if (error instanceof FolderLost) throw error
      const loss = await generations.loss()
      if (loss !== undefined) throw this.#lost(loss, error)
      await this.#sayNotRenewed(error)
    } finally {
      await generations.close()
      this.#isClosed = true
    }
  }

  /** Acknowledged changes are neither in the log nor in the state. */
  #lost(loss: StoreFailure, error: unknown): StoreFailure {
    if (loss instanceof FolderLost) return loss
    const { path } = this.#options.generations
    return new StoreFailure(
      `${path} has lost what was stored in it, and a new state cannot be written: ${reasonOf(error)}`,
      { cause: error },
    )
  }

  async #run(): Promise<void> {
    // Waits for the requests that are handled together, so that they share the first batch. The next turn
    // of the event loop would be late: the disk would wait until further requests are read.
    await new Promise<void>((resolve) => nextTick(resolve))
    for (;;) {
      const turn = this.#turns.shift()
      const batch = turn === undefined ? this.#queue.shift() : undefined
      if (turn !== undefined) await turn()
      else if (batch !== undefined) await this.#flush(batch)
      else break
    }
    this.#loop = undefined
  }

  async #flush(first: Batch): Promise<void> {
    const { generations, folders } = this.#options
    this.#current = first
    if (!folders.isDone) {
      try {
        await folders.wait()
      } catch (error) {
        this.#lose([first], error)
        return
      }
    }
    const isWhole = first.isWhole || generations.isUnsure
    // A new state contains everything in memory, so it also covers all waiting batches.
    const batches = isWhole ? [first, ...this.#queue.splice(0)] : [first]
    this.#current = batches.at(-1)
    // Begun before any await, so that the state equals the log including this batch.
    const isRenewed = !isWhole && this.#isRenewalDue()
    if (isRenewed) this.#renew()
    try {
      await (isWhole ? generations.rebase() : generations.log.append(first.commits))
    } catch (error) {
      if (isRenewed) generations.dropRenewal()
      this.#lose(batches, error)
      return
    }
    this.#current = undefined
    for (const batch of batches) batch.fulfil()
    if (this.#trouble !== undefined) this.#options.onRecovered()
    this.#trouble = undefined
    if (isRenewed) await this.#rotate()
  }

  async #rotate(): Promise<void> {
    const { generations } = this.#options
    try {
      await generations.rotate()
    } catch (error) {
      generations.dropRenewal()
      await this.#sayNotRenewed(error)
    }
  }

  #lose(batches: readonly Batch[], error: unknown): void {
    const lost = [...batches, ...this.#queue.splice(0)]
    this.#current = undefined
    for (const batch of lost.toReversed()) {
      for (const undo of batch.undos.toReversed()) undo()
    }
    const reason = reasonOf(error)
    const { path } = this.#options.generations
    if (this.#trouble === undefined) {
      this.#options.onTrouble(
        error instanceof FolderLost
          ? reason
          : `${path} cannot be written: ${reason}; changes are refused until it can`,
      )
    }
    const inFile = error instanceof FolderLost ? '' : ` in ${path}`
    const failure = new StoreFailure(`The change could not be stored${inFile}: ${reason}`, {
      cause: error,
      reason: `${reason}${inFile}`,
    })
    this.#trouble = failure
    for (const batch of lost) batch.fail(failure)
  }

  #isRenewalDue(): boolean {
    if (this.#isRenewing || this.#queue.length > 0) return false
    const { generations, renewAfter, stateFile } = this.#options
    // Relative to the state's size, so that a growing state is not rewritten ever more often.
    const logged = generations.earlier + generations.log.length
    // Only with a state is a missing first log noticed. Not at the first batch: a start waits for it.
    const enough = stateFile.bytes === 0 && generations.log.hasCommits ? 0 : renewAfter
    return logged > Math.max(enough, stateFile.bytes / 2, this.#renewNotBefore)
  }

  /** Writes a state in the background; only its last step waits for the batches, and is short. */
  #renew(): void {
    this.#isRenewing = true
    this.#renewing = this.#options.generations
      .renew((install) => this.#exclusively(install))
      .then(() => {
        this.#renewNotBefore = 0
      })
      .catch((error: unknown) => this.#sayNotRenewed(error))
      .finally(() => {
        this.#isRenewing = false
      })
  }

  #exclusively(work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#turns.push(() => work().then(resolve, reject))
      this.#loop ??= this.#run()
    })
  }

  async #sayNotRenewed(error: unknown): Promise<void> {
    const { generations, renewAfter, stateFile, onTrouble } = this.#options
    this.#renewNotBefore = generations.logged + Math.max(renewAfter, stateFile.bytes / 2)
    const loss = await generations.loss()
    const rest = loss === undefined ? logText(error) : `; ${this.#lost(loss, error).message}`
    onTrouble(`The state file could not be renewed: ${reasonOf(error)}${rest}`)
  }
}

/** A folder that is not ours any more may be gone with its log. */
function logText(error: unknown): string {
  return error instanceof FolderLost ? '' : '; its log has everything'
}

/** Commits that become safe or are undone together. */
class Batch {
  readonly commits: (readonly RowChange[])[] = []
  readonly undos: (() => void)[] = []
  /** Whether it replaces all rows instead of appending. */
  readonly isWhole: boolean
  readonly durable: Promise<void>
  fulfil: () => void = () => undefined
  fail: (error: Error) => void = () => undefined

  constructor(isWhole = false) {
    this.isWhole = isWhole
    this.durable = new Promise((resolve, reject) => {
      this.fulfil = resolve
      this.fail = reject
    })
    // A failure matters only to callers that wait for it.
    this.durable.catch(() => undefined)
  }
}

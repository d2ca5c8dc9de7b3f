import type { Low } from 'lowdb'
import type { Change, Image } from '../world/records/medium.ts'
import type { Files } from './disk/files.ts'
import { discard } from './disk/folders.ts'
import { journalPath } from './disk/world-files.ts'
import type { WriteOptions } from './disk/write-file.ts'
import { noState, type State } from './image/state-file.ts'
import { type Durability, type Journal, openJournal } from './log/log-file.ts'

export interface GenerationsOptions {
  readonly files: Files
  readonly folder: string
  readonly low: Low<State>
  readonly version: number
  readonly durability: Durability
}

/**
 * A world's files: the state at the start of one generation and the journals from there on. A new
 * generation begins a journal of its own, so that the state can be renewed while commits go on.
 */
export class Generations {
  readonly #options: GenerationsOptions
  #journal: Journal
  /** The oldest journal that may be there. */
  #oldest: number
  /** Bytes in the journals between the state and the current one. */
  #earlier: number
  #renewal: object | undefined
  #isUnsure = false
  #cleaning: Promise<void> = Promise.resolve()

  constructor(
    options: GenerationsOptions,
    found: { readonly journal: Journal; readonly oldest: number; readonly earlier: number },
  ) {
    this.#options = options
    this.#journal = found.journal
    this.#oldest = found.oldest
    this.#earlier = found.earlier
  }

  /** Bytes that the next start would have to replay. */
  get journalled(): number {
    return this.#earlier + this.#journal.length
  }

  /**
   * A state was put in place, but whether it would be there after a crash nobody knows. Nothing may
   * be appended until another one is: a start might not look at the journal.
   */
  get isUnsure(): boolean {
    return this.#isUnsure
  }

  get path(): string {
    return journalPath(this.#options.folder, this.#journal.generation)
  }

  append(commits: readonly (readonly Change[])[]): Promise<void> {
    return this.#journal.append(commits)
  }

  /** Begins a generation with these rows; whatever there was before is obsolete. */
  async rebase(image: Image): Promise<void> {
    this.dropRenewal()
    const journal = await this.#beginJournal()
    try {
      await this.#writeState({
        generation: journal.generation,
        image,
        turn: async (install) => {
          this.#isUnsure = true
          await install()
          this.#isUnsure = false
        },
      })
    } catch (error) {
      await journal.close()
      throw error
    }
    await this.#goOnIn(journal)
    this.#forgetEarlier()
  }

  /** Begins a generation where the last one ends, unless that has not begun itself. */
  async rotate(): Promise<void> {
    if (this.#journal.length === 0) return
    await this.#journal.finish()
    const journal = await this.#beginJournal()
    this.#earlier = this.journalled
    await this.#goOnIn(journal)
  }

  /** Writes the state at the start of this generation, while commits go on. */
  async renew(image: Image, turn: NonNullable<WriteOptions['turn']>): Promise<void> {
    const renewal = {}
    this.#renewal = renewal
    const { generation } = this.#journal
    const wanted = () => this.#renewal === renewal
    await this.#writeState({ generation, image, wanted, turn })
    if (wanted()) this.#forgetEarlier()
  }

  /** Lets a renewal that is under way come to nothing. */
  dropRenewal(): void {
    this.#renewal = undefined
  }

  async close(): Promise<void> {
    await this.#cleaning
    await this.#journal.close()
  }

  async #writeState(state: State): Promise<void> {
    const { low } = this.#options
    low.data = state
    const written = low.write()
    // The rows of this moment must not stay in memory for as long as the world lives.
    low.data = noState
    await written
  }

  async #beginJournal(): Promise<Journal> {
    const { files, folder, version, durability } = this.#options
    const generation = this.#journal.generation + 1
    const path = journalPath(folder, generation)
    const header = { version, generation }
    const journal = await openJournal({ files, path, header, durability }, 0)
    try {
      await files.syncFolder(folder)
    } catch (error) {
      await journal.close()
      throw error
    }
    return journal
  }

  async #goOnIn(journal: Journal): Promise<void> {
    const before = this.#journal
    this.#journal = journal
    // All that is in it is safe or obsolete.
    await before.close().catch(() => undefined)
  }

  #forgetEarlier(): void {
    this.#renewal = undefined
    this.#earlier = 0
    const from = this.#oldest
    const to = this.#journal.generation
    this.#oldest = to
    // Not awaited: freeing a big file takes time, and one that stays is removed at the next start.
    this.#cleaning = this.#cleaning.then(async () => {
      const { files, folder } = this.#options
      for (let old = from; old < to; old++) await discard(files, journalPath(folder, old))
    })
  }
}

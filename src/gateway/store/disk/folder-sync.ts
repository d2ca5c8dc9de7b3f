import { dirname } from 'node:path'
import { type Files, syncFolder } from './files.ts'

/**
 * Makes the names of a world's files and folders survive a power cut, before its first write is
 * acknowledged. A start does not wait for it.
 */
export class FolderSync {
  isDone = false
  readonly #sync: () => Promise<unknown>
  #running: Promise<unknown> | undefined

  constructor(files: Files, world: string) {
    const worlds = dirname(world)
    const data = dirname(worlds)
    // Whether they are new or not: a process that created them may have been killed before its sync.
    const folders = [world, worlds, data, dirname(data)]
    this.#sync = () => Promise.all(folders.map((folder) => syncFolder(files, folder)))
    this.#running = this.#sync()
    // A failure is reported by the write that waits for it.
    this.#running.catch(() => undefined)
  }

  /** After a failure, the next call tries again. */
  async wait(): Promise<void> {
    const running = this.#running ?? this.#sync()
    this.#running = undefined
    await running
    this.isDone = true
  }
}

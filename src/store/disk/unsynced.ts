import type { Files } from './files.ts'

/**
 * Folders in which something was made that a power cut could still take away. A start goes on while
 * they are synced; nothing is acknowledged before they are.
 */
export class Unsynced {
  readonly #files: Files
  readonly #folders = new Set<string>()

  constructor(files: Files) {
    this.#files = files
  }

  readonly add = async (folder: string): Promise<void> => {
    this.#folders.add(folder)
  }

  get isEmpty(): boolean {
    return this.#folders.size === 0
  }

  /** All at once. One that fails is tried again by the next who asks. */
  async settle(): Promise<void> {
    await Promise.all(
      [...this.#folders].map(async (folder) => {
        await this.#files.syncFolder(folder)
        this.#folders.delete(folder)
      }),
    )
  }
}

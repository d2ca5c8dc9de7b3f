import { StoreFailure } from '../port/store-error.ts'
import type { Files } from './files.ts'
import { type FolderKey, isSameKey } from './key-file.ts'

/** How often it is worth a look: what is lost in between is noticed with the next change. */
const EVERY_MS = 1000

/** Looks now and then whether the files that all depends on are still where they were. */
export class StillThere {
  readonly #files: Files
  readonly #key: FolderKey | undefined
  /** Not at once: a start has just read them. */
  #nextAt = performance.now() + EVERY_MS

  constructor(files: Files, key: FolderKey | undefined) {
    this.#files = files
    this.#key = key
  }

  get isDue(): boolean {
    return performance.now() >= this.#nextAt
  }

  /** Throws where the log is another file by now or has lost its end, or where the key is gone. */
  async look(path: string, length: number): Promise<void> {
    const size = await this.#files.sizeAt(path)
    if (size === undefined || size < length) throw new StoreFailure(replaced)
    if (this.#key !== undefined) await refuseOtherKeyFile(this.#files, this.#key)
    this.#nextAt = performance.now() + EVERY_MS
  }
}

async function refuseOtherKeyFile(files: Files, key: FolderKey): Promise<void> {
  const isThere = (await files.sizeAt(key.path)) !== undefined
  if (isThere && (await isSameKey(files, key))) return
  const what = isThere ? 'changed' : 'removed'
  throw new StoreFailure(`${key.path} was ${what} while the sandbox was running; put it back`)
}

/** Not the log alone is gone: there is no place for a new state either. */
export class FolderGone extends StoreFailure {
  override name = 'FolderGone'

  constructor(folder: string) {
    const advice = 'what was stored in it is lost; start the sandbox again'
    super(`${folder} was removed while the sandbox was running: ${advice}`)
  }
}

export const removed = 'it was removed while the sandbox was running; start it again'
export const cutShort = 'it was cut short while the sandbox was running; start it again'
const replaced = 'it was moved or replaced while the sandbox was running; start it again'

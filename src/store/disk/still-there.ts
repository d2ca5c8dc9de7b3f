import { StoreFailure } from '../port/store-error.ts'
import type { Files } from './files.ts'
import { type FolderKey, isSameKey } from './key-file.ts'

/** The next change notices what was lost since the last check. */
const EVERY_MS = 1000

/** Checks now and then that the log and the key file still exist. */
export class StillThere {
  readonly #files: Files
  readonly #key: FolderKey | undefined
  /** Starts later, because a start has just read the files. */
  #nextAt = performance.now() + EVERY_MS

  constructor(files: Files, key: FolderKey | undefined) {
    this.#files = files
    this.#key = key
  }

  get isDue(): boolean {
    return performance.now() >= this.#nextAt
  }

  /** Throws if the log was replaced or truncated, or if the key is gone. */
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

/** The whole folder is gone, so a new state cannot be written either. */
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

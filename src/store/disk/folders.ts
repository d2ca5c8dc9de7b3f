import { dirname } from 'node:path'
import { errorCode } from '../../document/file-failure.ts'
import { StoreFailure } from '../port/store-error.ts'
import type { Files } from './files.ts'

/** Called with a folder that has a new entry. */
export type Entered = (folder: string) => Promise<unknown>

/** How file systems say that they cannot sync. */
export const cannotSync: readonly unknown[] = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** False if this file system cannot sync folders; then a power cut may take new names away. */
export async function syncFolder(files: Files, path: string): Promise<boolean> {
  try {
    await files.syncFolder(path)
    return true
  } catch (error) {
    if (cannotSync.includes(errorCode(error))) return false
    throw error
  }
}

/** Creates a folder and its parents, and syncs each parent unless `entered` is given. */
export async function ensureFolder(
  files: Files,
  path: string,
  entered: Entered = (folder) => syncFolder(files, folder),
): Promise<void> {
  if (await tryCreate(files, path, entered)) return
  const parent = dirname(path)
  // The current folder was deleted, so there is no parent to create.
  if (parent === path) throw nowhere(path, parent)
  await ensureFolder(files, parent, entered)
  if (!(await tryCreate(files, path, entered))) throw nowhere(path, parent)
}

/** False if the parent folder does not exist. */
async function tryCreate(files: Files, path: string, entered: Entered): Promise<boolean> {
  try {
    await files.makeFolder(path)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return true
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
  await entered(dirname(path))
  return true
}

/** The parent exists, but nothing can be created in it. */
function nowhere(path: string, parent: string): StoreFailure {
  return new StoreFailure(
    `The folder ${path} cannot be made: ${parent} is a link to nowhere, or takes no folders`,
  )
}

/** The names in a folder; empty if there is no such folder. */
export async function listNames(files: Files, path: string): Promise<string[]> {
  try {
    return await files.list(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Deletes a file or folder that is not needed; if that fails, the next start tries again. */
export async function discard(files: Files, path: string): Promise<void> {
  await files.remove(path).catch(() => undefined)
}

/**
 * Folders with new entries that a power cut could still remove. A start continues while they are
 * synced; nothing is acknowledged before that.
 */
export class Unsynced {
  readonly #files: Files
  /** The sync under way for each folder, if there is one. */
  readonly #folders = new Map<string, Promise<void> | undefined>()

  constructor(files: Files) {
    this.#files = files
  }

  readonly add = async (folder: string): Promise<void> => {
    // A sync under way may have missed the new entry.
    this.#folders.set(folder, undefined)
  }

  /** For a folder that is about to be removed. */
  forget(folder: string): void {
    this.#folders.delete(folder)
  }

  /** Syncs all folders, each once for all callers. The next call retries those that failed. */
  async settle(): Promise<void> {
    await Promise.all(
      Array.from(this.#folders, ([folder, syncing]) => syncing ?? this.#sync(folder)),
    )
  }

  #sync(folder: string): Promise<void> {
    const isLast = () => this.#folders.get(folder) === syncing
    const syncing = syncFolder(this.#files, folder).then(
      () => {
        if (isLast()) this.#folders.delete(folder)
      },
      (cause: unknown) => {
        // It was removed meanwhile.
        if (!this.#folders.has(folder)) return
        if (isLast()) this.#folders.set(folder, undefined)
        throw cause
      },
    )
    this.#folders.set(folder, syncing)
    return syncing
  }
}

import { dirname } from 'node:path'
import { errorCode } from '../../document/file-failure.ts'
import { StoreFailure } from '../port/store-error.ts'
import type { Files } from './files.ts'

/** Is told of a folder in which something was made. */
export type Entered = (folder: string) => Promise<void>

/** Makes a folder and those above it, each one safely entered in its parent unless told otherwise. */
export async function ensureFolder(
  files: Files,
  path: string,
  entered: Entered = (folder) => files.syncFolder(folder),
): Promise<void> {
  if (await isMade(files, path, entered)) return
  const parent = dirname(path)
  // The folder that we are in has been removed, and there is nothing above it to make.
  if (parent === path) throw nowhere(path, parent)
  await ensureFolder(files, parent, entered)
  if (!(await isMade(files, path, entered))) throw nowhere(path, parent)
}

/** False: there is no folder to make it in. */
async function isMade(files: Files, path: string, entered: Entered): Promise<boolean> {
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

/** The name above it is taken, and still nothing can be made there. */
function nowhere(path: string, parent: string): StoreFailure {
  return new StoreFailure(
    `The folder ${path} cannot be made: ${parent} is a link to nowhere, or takes no folders`,
  )
}

/** The names in a folder; none if there is no such folder. */
export async function namesIn(files: Files, path: string): Promise<string[]> {
  try {
    return await files.list(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** For what is only in the way: whatever still stands is met, and removed, at the next start. */
export async function discard(files: Files, path: string): Promise<void> {
  await files.remove(path).catch(() => undefined)
}

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

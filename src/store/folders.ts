import { dirname } from 'node:path'
import type { Files } from './files.ts'
import { errorCode } from './store-error.ts'

/** Makes a folder and those above it, each one safely entered in its parent. */
export async function ensureFolder(files: Files, path: string): Promise<void> {
  try {
    await files.makeFolder(path)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return
    if (errorCode(error) !== 'ENOENT') throw error
    await ensureFolder(files, dirname(path))
    return ensureFolder(files, path)
  }
  await files.syncFolder(dirname(path))
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

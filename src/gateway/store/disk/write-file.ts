import { dirname } from 'node:path'
import { discard, type Files, syncFolder, writeAll } from './files.ts'

/** Syncing a big file only at its end would delay every commit behind it. */
const flushEvery = 4 * 1024 * 1024

export interface WriteOptions {
  readonly mode?: number
  readonly temporary?: string
  /** The caller syncs the folder later. */
  readonly isFolderUnsynced?: true
  /** Called between chunks; once it returns false, the old file stays. */
  readonly wanted?: () => boolean
  /** Decides when to call `install`, which replaces the old file; immediately unless given. */
  readonly turn?: (install: () => Promise<void>) => Promise<void>
}

/**
 * Replaces a file atomically: readers find all of the old content or all of the new, even after a
 * crash. Returns the number of bytes written.
 */
export async function writeFile(
  files: Files,
  path: string,
  chunks: Iterable<Uint8Array>,
  options: WriteOptions = {},
): Promise<number> {
  const temporary = options.temporary ?? `${path}.tmp`
  const { wanted = () => true, turn = (install) => install() } = options
  const install = async () => {
    if (!wanted()) return discard(files, temporary)
    await files.rename(temporary, path)
    if (!options.isFolderUnsynced) await syncFolder(files, dirname(path))
  }
  try {
    const bytes = await writeSafely(files, temporary, chunks, { mode: options.mode, wanted })
    await turn(install)
    return bytes
  } catch (error) {
    await discard(files, temporary)
    throw error
  }
}

async function writeSafely(
  files: Files,
  path: string,
  chunks: Iterable<Uint8Array>,
  options: { readonly mode: number | undefined; readonly wanted: () => boolean },
): Promise<number> {
  // A file that is there already keeps its mode.
  await discard(files, path)
  const fd = await files.open(path, 'wx', options.mode)
  try {
    let written = 0
    let unsafe = 0
    for (const chunk of chunks) {
      if (!options.wanted()) return written
      await writeAll(files, fd, chunk)
      written += chunk.length
      unsafe += chunk.length
      if (unsafe < flushEvery) continue
      await files.sync(fd)
      unsafe = 0
    }
    await files.sync(fd)
    return written
  } finally {
    await files.close(fd)
  }
}

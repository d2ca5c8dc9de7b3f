import { dirname } from 'node:path'
import { discard, type Entered, type Files, syncFolder } from './files.ts'

/** Syncing a big file only at its end would delay every commit behind it. */
const flushEvery = 4 * 1024 * 1024

export interface WriteOptions {
  readonly mode?: number
  readonly temporary?: string
  /** Called with the file's folder if that is synced later. */
  readonly entered?: Entered
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
  const entered: Entered = options.entered ?? ((folder) => syncFolder(files, folder))
  const install = async () => {
    if (!wanted()) return discard(files, temporary)
    await files.rename(temporary, path)
    await entered(dirname(path))
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

/**
 * Writes all of it at a position, or after the last write. A nearly full disk writes a part first,
 * and reports the error only on the next write.
 */
export async function writeAll(
  files: Files,
  fd: number,
  bytes: Uint8Array,
  position?: number,
): Promise<void> {
  const at = (written: number) => (position === undefined ? undefined : position + written)
  let written = await files.write(fd, bytes, position)
  while (written < bytes.length) {
    written += await files.write(fd, bytes.subarray(written), at(written))
  }
}

import { dirname } from 'node:path'
import type { Files } from './files.ts'
import { discard, type Entered } from './folders.ts'

/** One sync of a whole big file at its end would hold up every commit behind it. */
const flushEvery = 4 * 1024 * 1024

export interface WriteOptions {
  readonly mode?: number
  readonly temporary?: string
  /** Told of its folder, where that is to be synced later. */
  readonly entered?: Entered
  /** Asked between chunks; once it says no, the file stays as it was. */
  readonly wanted?: () => boolean
  /** When the new file may take the old one's place: `install` does it. At once unless given. */
  readonly turn?: (install: () => Promise<void>) => Promise<void>
}

/**
 * Replaces a file as a whole: whoever opens it, at whatever moment and after whatever crash, finds
 * all of the old content or all of the new. Gives the number of bytes written.
 */
export async function writeFile(
  files: Files,
  path: string,
  chunks: Iterable<Uint8Array>,
  options: WriteOptions = {},
): Promise<number> {
  const temporary = options.temporary ?? `${path}.tmp`
  const { wanted = () => true, turn = (install) => install() } = options
  const entered: Entered = options.entered ?? ((folder) => files.syncFolder(folder))
  let installed = false
  const install = async () => {
    if (!wanted()) return
    await files.rename(temporary, path)
    installed = true
    await entered(dirname(path))
  }
  try {
    const bytes = await writeSafely(files, temporary, chunks, { mode: options.mode, wanted })
    await turn(install)
    return bytes
  } finally {
    if (!installed) await discard(files, temporary)
  }
}

async function writeSafely(
  files: Files,
  path: string,
  chunks: Iterable<Uint8Array>,
  options: { readonly mode: number | undefined; readonly wanted: () => boolean },
): Promise<number> {
  const fd = await files.open(path, 'w', options.mode)
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

/** A disk that is nearly full takes a part first, and says why only when asked again. */
export async function writeAll(files: Files, fd: number, bytes: Uint8Array): Promise<void> {
  let written = await files.write(fd, bytes)
  while (written < bytes.length) written += await files.write(fd, bytes.subarray(written))
}

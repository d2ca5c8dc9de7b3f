import { errorCode } from '../../../base/file-failure.ts'
import type { Files } from './files.ts'

const chunkBytes = 1024 * 1024

export type Progress = (bytesRead: number, bytesInAll: number) => void

/**
 * The bytes of a file in chunks; the next chunk is read ahead. A chunk is overwritten once the
 * following one has been requested.
 */
export async function* fileChunks(
  files: Files,
  path: string,
  progress?: Progress,
): AsyncGenerator<Uint8Array> {
  const fd = await files.open(path, 'r')
  let ahead: Promise<number> | undefined
  try {
    const size = await files.size(fd)
    let current = Buffer.allocUnsafe(Math.min(size + 1, chunkBytes))
    let next = Buffer.allocUnsafe(current.length)
    let position = await files.read(fd, current, 0)
    let length = position
    while (length > 0) {
      ahead = files.read(fd, next, position)
      // The await below handles a failure; until then it must not count as unhandled.
      ahead.catch(() => undefined)
      progress?.(position, Math.max(size, position))
      yield current.subarray(0, length)
      length = await ahead
      position += length
      ;[current, next] = [next, current]
    }
  } finally {
    // The descriptor must stay open until the pending read ends.
    await ahead?.catch(() => undefined)
    await files.close(fd)
  }
}

/** No small file of ours is longer: what somebody put in its place need not fit into memory. */
const LONGEST_SMALL = 64 * 1024

/** The text of a small file, or the start of a longer one; undefined if there is no such file. */
export async function readText(files: Files, path: string): Promise<string | undefined> {
  let fd: number
  try {
    fd = await files.open(path, 'r')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  try {
    return await readPart(files, fd, 0, LONGEST_SMALL)
  } finally {
    await files.close(fd)
  }
}

/** The first and the last bytes of a file. */
export async function readEnds(
  files: Files,
  path: string,
  length = 4096,
): Promise<{ readonly head: string; readonly tail: string; readonly size: number }> {
  const fd = await files.open(path, 'r')
  try {
    const size = await files.size(fd)
    return {
      head: await readPart(files, fd, 0, Math.min(length, size)),
      tail: await readPart(files, fd, Math.max(0, size - length), Math.min(length, size)),
      size,
    }
  } finally {
    await files.close(fd)
  }
}

/** The text of a part of a file, which may end earlier. */
async function readPart(files: Files, fd: number, from: number, length: number): Promise<string> {
  const bytes = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const read = await files.read(fd, bytes.subarray(filled), from + filled)
    if (read === 0) break
    filled += read
  }
  return bytes.toString('utf8', 0, filled)
}

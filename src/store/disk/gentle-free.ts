import fs from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

/** What a disk that discards what is freed takes a few milliseconds for. */
const step = 4 * 1024 * 1024
const between = 20

/**
 * Holds a file that is about to lose its name. The function it gives frees it little by little, for
 * freed at once a big file keeps every sync on its disk waiting: measured, a second for a gigabyte.
 */
export function heldForFreeing(path: string): () => void {
  // Windows neither replaces nor removes a file that is open.
  if (process.platform === 'win32') return nothing
  const size = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (size <= 2 * step) return nothing
  const fd = openedToWrite(path)
  return fd === undefined ? nothing : () => void freeGently(fd, size)
}

function openedToWrite(path: string): number | undefined {
  try {
    return fs.openSync(path, 'r+')
  } catch {
    // It is then freed at once.
    return undefined
  }
}

async function freeGently(fd: number, size: number): Promise<void> {
  const truncate = promisify(fs.ftruncate)
  // The process may end at any time: what is left is then freed by the system.
  for (let left = size - step; left > 0; left -= step) {
    await pause(between, undefined, { ref: false })
    await truncate(fd, left).catch(nothing)
  }
  fs.closeSync(fd)
}

function nothing(): undefined {
  return undefined
}

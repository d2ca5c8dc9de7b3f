import type fs from 'node:fs'
import { promises } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** What a disk that discards what is freed takes a few milliseconds for. */
const step = 4 * 1024 * 1024
const between = 20

/**
 * Holds a file that is about to lose its name. The function it gives frees it little by little, for
 * freed at once a big file keeps every sync on its disk waiting: measured, a second for a gigabyte.
 */
export async function heldForFreeing(path: string): Promise<() => void> {
  // Windows neither replaces nor removes a file that is open.
  if (process.platform === 'win32') return nothing
  const handle = await promises.open(path, 'r+').catch(() => undefined)
  if (handle === undefined) return nothing
  const size = await sizeIfFile(handle)
  if (size > 2 * step) return () => void freeGently(handle, size)
  await handle.close()
  return nothing
}

async function freeGently(handle: promises.FileHandle, size: number): Promise<void> {
  // The process may end at any time: what is left is then freed by the system.
  for (let left = size - step; left > 0; left -= step) {
    await pause(between, undefined, { ref: false })
    await handle.truncate(left).catch(nothing)
  }
  await handle.close().catch(nothing)
}

async function sizeIfFile(handle: promises.FileHandle): Promise<number> {
  const stat: fs.Stats = await handle.stat()
  return stat.isFile() ? stat.size : 0
}

function nothing(): void {
  // Nothing is held, or nothing can be done about it.
}

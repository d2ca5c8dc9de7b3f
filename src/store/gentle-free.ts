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
  const size = (await promises.stat(path).catch(nothing))?.size ?? 0
  if (size <= 2 * step) return nothing
  const handle = await promises.open(path, 'r+').catch(nothing)
  return handle ? () => void freeGently(handle, size) : nothing
}

async function freeGently(handle: promises.FileHandle, size: number): Promise<void> {
  // The process may end at any time: what is left is then freed by the system.
  for (let left = size - step; left > 0; left -= step) {
    await pause(between, undefined, { ref: false })
    await handle.truncate(left).catch(nothing)
  }
  await handle.close().catch(nothing)
}

function nothing(): undefined {
  return undefined
}

import { readFileSync } from 'node:fs'

const line = /^Max open files\s+(\d+)/m

/** How many files this process may have open at a time; undefined where the system does not say. */
export function openFilesLimit(): number | undefined {
  try {
    const found = line.exec(readFileSync('/proc/self/limits', 'utf8'))
    return found === null ? undefined : Number(found[1])
  } catch {
    // Only Linux has such a file.
    return undefined
  }
}

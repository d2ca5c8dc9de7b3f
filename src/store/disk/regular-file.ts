import type { Stats } from 'node:fs'

/** Refuses whatever was found where a file should be. */
export function refuseUnlessFile(found: Stats, path: string): void {
  if (found.isFile()) return
  const code = found.isDirectory() ? 'EISDIR' : 'ENXIO'
  const what = found.isDirectory() ? 'it is a folder' : 'it is not a regular file'
  throw Object.assign(new Error(what), { code, path })
}

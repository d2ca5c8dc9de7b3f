import { lstatSync } from 'node:fs'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Notes which folders a start has yet to make for its data; gives what takes them back if it fails. */
export function newFolders(data: string | undefined): () => Promise<void> {
  const missing: string[] = []
  let path = data === undefined ? undefined : resolve(data)
  while (path !== undefined && lstatSync(path, { throwIfNoEntry: false }) === undefined) {
    missing.push(path)
    path = dirname(path)
  }
  return () => takeBack(missing)
}

async function takeBack([folder, ...above]: readonly string[]): Promise<void> {
  if (folder === undefined) return
  // By now it may be another start's.
  const tickets = await readdir(join(folder, 'lock')).catch(() => [])
  if (tickets.length > 0) return
  await rm(folder, { recursive: true, force: true })
  // Only while they are empty.
  for (const one of above) await rmdir(one).catch(() => undefined)
}

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Files } from './files.ts'
import { readText } from './read-file.ts'
import { damaged, StoreDamaged } from './store-error.ts'
import { writeFile } from './write-file.ts'

/** The folder's secret, made once, before any world: what their fingerprints are keyed with. */
export async function folderKey(
  files: Files,
  folder: string,
  worlds: readonly string[],
): Promise<string> {
  const path = join(folder, 'key')
  const text = await readText(files, path)
  if (text === undefined) {
    if (worlds.length > 0) throw lost(path, join(folder, 'worlds'))
    const key = randomBytes(32).toString('hex')
    await writeFile(files, path, [Buffer.from(`${key}\n`)], { mode: 0o600 })
    return key
  }
  const key = text.trim()
  if (!/^[0-9a-f]{64}$/.test(key)) throw damaged(path, 'it does not hold 64 hexadecimal digits')
  return key
}

/** With a new one, nothing stored would be found again by its fingerprint, and nobody would know. */
function lost(path: string, worlds: string): StoreDamaged {
  return new StoreDamaged(
    `${path} is missing, with which the data in ${worlds} was stored; put it back, or move ${worlds} away to start empty`,
  )
}

import { createHmac, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { damaged, StoreDamaged } from '../port/store-error.ts'
import { type Files, writeAll } from './files.ts'
import { readText } from './read-file.ts'
import { writeFile } from './write-file.ts'

/** The secret of a data folder, in hexadecimal digits. */
export interface FolderKey {
  readonly secret: string
  readonly path: string
  /** Stored with the data, so that a wrong key is noticed. It does not reveal the key. */
  readonly check: string
}

export function newSecret(): string {
  return randomBytes(32).toString('hex')
}

/** The folder's secret, which keys the fingerprints of all its worlds. Created once, before any world. */
export async function folderKey(
  files: Files,
  folder: string,
  isUsed: () => Promise<boolean>,
): Promise<FolderKey> {
  const path = join(folder, 'key')
  const text = await readText(files, path)
  if (text !== undefined) {
    const secret = secretIn(path, text)
    await files.makePrivate(path)
    return checkable(path, secret)
  }
  if (await isUsed()) throw lost(path, join(folder, 'worlds'))
  const secret = newSecret()
  await hideFromGit(files, folder)
  const line = Buffer.from(`hmac-sha256 ${secret}\n`)
  await writeFile(files, path, [line], { mode: 0o600, isFolderUnsynced: true })
  return checkable(path, secret)
}

/** Adds a .gitignore to a new folder; a folder that holds other files is left alone. */
async function hideFromGit(files: Files, folder: string): Promise<void> {
  const own = /^(?:lock|sandbox\.log)/
  const others = (await files.list(folder)).filter((name) => !own.test(name))
  if (others.length > 0) return
  const fd = await files.open(join(folder, '.gitignore'), 'w')
  try {
    await writeAll(files, fd, Buffer.from('*\n'))
  } finally {
    await files.close(fd)
  }
}

function secretIn(path: string, text: string): string {
  const [, secret] = /^hmac-sha256 ([0-9a-f]{64})$/.exec(text.trim()) ?? []
  if (secret === undefined) throw damaged(path, 'it does not contain 64 hexadecimal digits')
  return secret
}

function checkable(path: string, secret: string): FolderKey {
  return { secret, path, check: fingerprintWith(secret)('sandgate').slice(0, 8) }
}

/** Refuses a file written with another key, since its fingerprints would match nothing. */
export function refuseOtherKey(key: FolderKey, check: string | undefined, file: string): void {
  if (check === undefined || check === key.check) return
  throw new StoreDamaged(
    `${key.path} is not the key that ${file} was written with; put the right one back, or move both away to start empty`,
  )
}

/** A new key is never made silently: no stored data would match its fingerprints. */
function lost(path: string, worlds: string): StoreDamaged {
  return new StoreDamaged(
    `${path} is missing, the key of the data in ${worlds}; restore it, or move ${worlds} away to start empty`,
  )
}

/** Equal texts have equal fingerprints; without the secret, nobody can guess the text by trying. */
export function fingerprintWith(secret: string): (text: string) => string {
  const key = Buffer.from(secret, 'hex')
  return (text) => createHmac('sha256', key).update(text).digest('base64url').slice(0, 22)
}

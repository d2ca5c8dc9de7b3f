import crypto, { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { damaged, StoreDamaged } from '../port/store-error.ts'
import type { Files } from './files.ts'
import type { Entered } from './folders.ts'
import { readText } from './read-file.ts'
import { writeAll, writeFile } from './write-file.ts'

/** The secret of a data folder. */
export interface FolderKey extends FingerprintKey {
  readonly path: string
  /** Stored with the data, so that a wrong key is noticed. It does not reveal the key. */
  readonly check: string
}

export function newKey(): FingerprintKey {
  return { secret: randomBytes(32).toString('hex'), method: 'hmac' }
}

/** The folder's secret, which keys the fingerprints of all its worlds. Created once, before any world. */
export async function folderKey(
  files: Files,
  folder: string,
  options: { readonly isUsed: () => Promise<boolean>; readonly entered?: Entered },
): Promise<FolderKey> {
  const { isUsed, ...when } = options
  const path = join(folder, 'key')
  const text = await readText(files, path)
  if (text !== undefined) return checkable(path, parsedKey(path, text.trim()))
  if (await isUsed()) throw lost(path, join(folder, 'worlds'))
  const key = newKey()
  const line = `hmac-sha256 ${key.secret}\n`
  await hideFromGit(files, folder)
  await writeFile(files, path, [Buffer.from(line)], { ...when, mode: 0o600 })
  return checkable(path, key)
}

/** Adds a .gitignore to a new folder; a folder that holds other files is left alone. */
async function hideFromGit(files: Files, folder: string): Promise<void> {
  const others = (await files.list(folder)).filter((name) => name !== 'lock')
  if (others.length > 0) return
  const fd = await files.open(join(folder, '.gitignore'), 'w')
  try {
    await writeAll(files, fd, Buffer.from('*\n'))
  } finally {
    await files.close(fd)
  }
}

function parsedKey(path: string, text: string): FingerprintKey {
  const found = /^(hmac-sha256 )?([0-9a-f]{64})$/.exec(text)
  if (found?.[2] === undefined) throw damaged(path, 'it does not hold 64 hexadecimal digits')
  return { secret: found[2], method: found[1] === undefined ? 'plain' : 'hmac' }
}

/** Whether the file still holds this key. */
export async function isSameKey(files: Files, key: FolderKey): Promise<boolean> {
  const text = (await readText(files, key.path))?.trim()
  return text !== undefined && text.replace('hmac-sha256 ', '') === key.secret
}

function checkable(path: string, key: FingerprintKey): FolderKey {
  return { ...key, path, check: fingerprintWith(key)('sandgate').slice(0, 8) }
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
    `${path} is missing, with which the data in ${worlds} was stored; put it back, or move ${worlds} away to start empty`,
  )
}

// A named import would fail in an old Node before the library can report the version it needs.
const { createHmac, hash } = crypto

export interface FingerprintKey {
  readonly secret: string
  /** `plain` for folders made before 0.2.0, whose fingerprints were made that way. */
  readonly method: 'hmac' | 'plain'
}

/** Equal secrets have equal fingerprints; without the key, nobody can guess the secret by trying. */
export function fingerprintWith({ secret: key, method }: FingerprintKey): (text: string) => string {
  if (method === 'plain') return (text) => hash('sha256', key + text, 'base64url').slice(0, 22)
  const bytes = Buffer.from(key, 'hex')
  return (text) => createHmac('sha256', bytes).update(text).digest('base64url').slice(0, 22)
}

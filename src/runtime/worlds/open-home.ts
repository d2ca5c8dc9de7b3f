import { lstatSync } from 'node:fs'
import { readdir, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { errorCode } from '../../document/file-failure.ts'
import { openDataFolder } from '../../store/data-folder.ts'
import { type FingerprintKey, newKey } from '../../store/disk/key-file.ts'
import { StoreError } from '../../store/port/store-error.ts'
import type { Settings } from '../config/settings.ts'
import { StartError } from '../start-error.ts'
import { diskHome, memoryHome, type WorldHome } from './world-home.ts'
import { DEFAULT_WORLD } from './world-registry.ts'

/** How much of a stored world has been read, in bytes. */
export type LoadProgress = (read: number, total: number) => void

export interface Home {
  readonly worlds: WorldHome
  /** What fingerprints are keyed with: as long-lived as the data that they are in. */
  readonly key: FingerprintKey
  /** Tells whoever wants the same folder where this sandbox is. */
  announce(url: string): Promise<void>
}

/** The data folder if there is to be one, else memory. */
export async function openHome(
  { data, durability, keepWorlds }: Settings,
  log: (line: string) => void,
  onProgress?: LoadProgress,
): Promise<Home> {
  if (data === undefined) {
    return { worlds: memoryHome(), key: newKey(), announce: async () => undefined }
  }
  const folder = await inPlainWords(() => openDataFolder(data).catch(adviseMemory))
  const isKept = (name: string) => keepWorlds || name === DEFAULT_WORLD
  const options = {
    durability,
    onTrouble: log,
    onRecovered: () => log(`${data} can be written again`),
    ...(onProgress && { onProgress }),
  }
  const worlds = diskHome(folder, options, { isKept, log })
  return { worlds, key: folder.key, announce: (url) => folder.announce(url) }
}

/** Where nothing can be written, a sandbox can still run. */
function adviseMemory(error: unknown): never {
  const code = error instanceof StoreError ? errorCode(error.cause) : undefined
  if (error instanceof StoreError && ['EROFS', 'EACCES', 'EPERM'].includes(code ?? '')) {
    throw new StoreError(
      `${error.message}; pass another --data folder, or --memory to keep nothing on disk`,
    )
  }
  throw error
}

/** What the store says of a folder that cannot be used is meant for whoever starts the sandbox. */
export async function inPlainWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreError) throw new StartError(error.message)
    throw error
  }
}

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

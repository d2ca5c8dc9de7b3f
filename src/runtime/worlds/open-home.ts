import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { openDataFolder } from '../../store/data-folder.ts'
import { nodeFiles } from '../../store/disk/files.ts'
import { newSecret } from '../../store/disk/key-file.ts'
import { folderOwner, type ReadyLine } from '../../store/disk/lock.ts'
import { StoreError } from '../../store/port/store-error.ts'
import type { Settings } from '../config/settings.ts'
import { StartError } from '../start-error.ts'
import { diskHome, memoryHome, type WorldHome } from './world-home.ts'
import { DEFAULT_WORLD } from './world-registry.ts'

/** How much of a stored world has been read, in bytes. */
export type LoadProgress = (read: number, total: number) => void

export interface Home {
  readonly worlds: WorldHome
  /** The secret of the fingerprints; it lives as long as the data that contains them. */
  readonly secret: string
  /** The id of the running sandbox; with a data folder, the one in its lock. */
  readonly id: string
  /** Records this sandbox's address, for another process that wants the same folder. */
  announce(url: string, ready: ReadyLine): Promise<void>
  /** Calls `act` when the data folder is removed. */
  onRemoved(act: (loss: Error) => void): void
}

/** Opens the data folder if one is set, else keeps everything in memory. */
export async function openHome(
  { data, durability, keepWorlds }: Settings,
  log: (line: string) => void,
  onProgress?: LoadProgress,
): Promise<Home> {
  if (data === undefined) {
    return {
      worlds: memoryHome(),
      secret: newSecret(),
      id: randomBytes(8).toString('hex'),
      announce: async () => undefined,
      onRemoved: () => undefined,
    }
  }
  const folder = await withStartError(() => openDataFolder(data))
  const isKept = (name: string) => keepWorlds || name === DEFAULT_WORLD
  const options = {
    durability,
    onTrouble: log,
    onRecovered: () => log(`${data} can be written again`),
    ...(onProgress && { onProgress }),
  }
  const worlds = diskHome(folder, options, { isKept, log })
  return {
    worlds,
    secret: folder.key.secret,
    id: folder.lock.id,
    announce: (url, ready) => folder.lock.announce(url, ready),
    onRemoved: (act) => folder.onRemoved(act),
  }
}

/** The ready line of the sandbox that uses a data folder; `starting` before it has one. */
export async function sandboxIn(data: string): Promise<ReadyLine | 'starting' | undefined> {
  const owner = await folderOwner(nodeFiles, data)
  return owner && (owner.ready ?? 'starting')
}

/** Turns the store's error about an unusable folder into a start error for the user. */
export async function withStartError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreError) throw new StartError(error.message)
    throw error
  }
}

/**
 * Notes which data folders a start will create; returns a function that removes them if it fails.
 */
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
  // Another start may be using the folder by now.
  if (existsSync(join(folder, 'lock'))) return
  await rm(folder, { recursive: true, force: true })
  // rmdir removes only empty folders.
  for (const one of above) await rmdir(one).catch(() => undefined)
}

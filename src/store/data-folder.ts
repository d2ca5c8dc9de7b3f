import { dirname, join } from 'node:path'
import { errorCode, reasonOf } from '../document/file-failure.ts'
import type { Loader } from '../world/records/medium.ts'
import { type Files, nodeFiles } from './disk/files.ts'
import { namesIn, Unsynced } from './disk/folders.ts'
import { type FolderKey, folderKey } from './disk/key-file.ts'
import { type FolderLock, lockFolder } from './disk/lock.ts'
import { sizeOf } from './disk/read-file.ts'
import { findWorldFiles } from './disk/world-files.ts'
import type { FileMedium } from './file-medium.ts'
import { type OpenedWorld, openWorld, type WorldOptions } from './open-world.ts'
import type { Snapshots } from './port/snapshots.ts'
import { StoreError, StoreFailure } from './port/store-error.ts'
import { SnapshotFiles } from './snapshots/snapshot-files.ts'

export interface DataFolderOptions {
  readonly files?: Files
  readonly now?: () => Date
}

interface FolderParts extends Required<DataFolderOptions> {
  readonly unsynced: Unsynced
  readonly release: FolderLock['release']
  readonly announce: FolderLock['announce']
}

/** Without a medium while the world is being opened. */
interface WorldSlot {
  medium?: FileMedium
}

/** Takes a data folder, making it if need be; refused while another process has it. */
export async function openDataFolder(
  path: string,
  options: DataFolderOptions = {},
): Promise<DataFolder> {
  const { files = nodeFiles, now = () => new Date() } = options
  return explained(path, async () => {
    const unsynced = new Unsynced(files)
    const { release, announce } = await lockFolder(files, path, unsynced.add)
    try {
      await discardRemoved(files, path)
      const isUsed = () => hasStored(files, path)
      const key = await folderKey(files, path, { isUsed, entered: unsynced.add })
      // Not awaited: the first change is, and meets whatever goes wrong.
      unsynced.settle().catch(() => undefined)
      return new DataFolder(path, key, { files, now, unsynced, release, announce })
    } catch (error) {
      await release()
      throw error
    }
  })
}

/** The folder that holds a sandbox's worlds, owned by this process until it is closed. */
export class DataFolder {
  readonly path: string
  /** A secret of this folder's own, to key fingerprints with. */
  readonly key: FolderKey
  readonly #parts: FolderParts
  readonly #open = new Map<string, WorldSlot>()

  constructor(path: string, key: FolderKey, parts: FolderParts) {
    this.path = path
    this.key = key
    this.#parts = parts
  }

  /** `loader.image()` must always give the rows that the world has at that moment. */
  async openWorld(name: string, loader: Loader, options?: WorldOptions): Promise<OpenedWorld> {
    const place = { ...this.#parts, key: this.key, folder: this.#folder(name) }
    const before = this.#open.get(name)
    if (before !== undefined && !before.medium?.isClosed) {
      throw new StoreFailure(`World ${name} is open already`)
    }
    // Taken before the first await: of two who ask at once, one is refused.
    const slot: WorldSlot = {}
    this.#open.set(name, slot)
    try {
      const opened = await explained(place.folder, () => openWorld(place, loader, options))
      slot.medium = opened.medium
      return opened
    } catch (error) {
      this.#open.delete(name)
      throw error
    }
  }

  snapshots(name: string): Snapshots {
    const folder = join(this.#folder(name), 'snapshots')
    return new SnapshotFiles({ ...this.#parts, folder })
  }

  /** Names of the worlds that are kept here, open or not. */
  worlds(): Promise<string[]> {
    return worldsIn(this.#parts.files, this.path)
  }

  /** With its snapshots. An open one is closed first. */
  async removeWorld(name: string): Promise<void> {
    const folder = this.#folder(name)
    await this.#open.get(name)?.medium?.abandon()
    this.#open.delete(name)
    await removeWhole(this.#parts.files, folder)
  }

  /** Tells whoever wants this folder too where its owner is to be found. */
  async announce(url: string): Promise<void> {
    await this.#parts.announce(url)
  }

  /** Closes the worlds that are still open and lets go of the folder. */
  async close(): Promise<void> {
    try {
      for (const { medium } of this.#open.values()) await medium?.close()
    } finally {
      await this.#parts.release()
    }
  }

  #folder(name: string): string {
    if (!isWorldName(name)) throw new StoreError(`${JSON.stringify(name)} is not a world's name`)
    return join(this.path, 'worlds', name)
  }
}

async function worldsIn(files: Files, folder: string): Promise<string[]> {
  const names = await namesIn(files, join(folder, 'worlds'))
  return names.filter(isWorldName).sort()
}

/** Whether a world has anything in it: a power cut may leave the folder of one that never began. */
async function hasStored(files: Files, folder: string): Promise<boolean> {
  for (const name of await worldsIn(files, folder)) {
    const place = join(folder, 'worlds', name)
    const { hasState, logs } = await findWorldFiles(files, place)
    const sizes = [...logs.values()].map((log) => sizeOf(files, join(place, log)))
    if (hasState || (await Promise.all(sizes)).some((size) => size > 0)) return true
  }
  return false
}

/** What a kill has left of worlds that were being removed. */
async function discardRemoved(files: Files, folder: string): Promise<void> {
  const worlds = join(folder, 'worlds')
  for (const name of await namesIn(files, worlds)) {
    if (name.endsWith(REMOVED)) await files.removeFolder(join(worlds, name))
  }
}

const REMOVED = '.removed'

function isWorldName(name: string): boolean {
  return /^[a-z0-9-]{1,40}$/.test(name)
}

/** At once by its name, then file by file: half a world is never found. */
async function removeWhole(files: Files, folder: string): Promise<void> {
  const aside = folder + REMOVED
  await files.removeFolder(aside)
  try {
    await files.rename(folder, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  await files.syncFolder(dirname(folder))
  await files.removeFolder(aside)
}

/** What the file system says, as one line with the folder in it. */
async function explained<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreError) throw error
    throw new StoreFailure(`${path} cannot be used: ${reasonOf(error)}`, { cause: error })
  }
}

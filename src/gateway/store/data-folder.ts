import { dirname, join } from 'node:path'
import { errorCode, linkedFolder, reasonOf } from '../../base/file-failure.ts'
import { clearInterval, setInterval } from '../../base/timers.ts'
import { worldNamePattern } from '../../domain/world-name.ts'
import type { Loader } from '../world/records/medium.ts'
import {
  cannotSync,
  discard,
  ensureFolder,
  type Files,
  listNames,
  nodeFiles,
  notOurs,
  refuseLink,
  syncFolder,
} from './disk/files.ts'
import { type FolderKey, folderKey } from './disk/key-file.ts'
import { type FolderLock, lockFolder, OwnedFiles } from './disk/lock.ts'
import { readText } from './disk/read-file.ts'
import { findWorldFiles } from './disk/world-files.ts'
import { writeFile } from './disk/write-file.ts'
import { type OpenedWorld, openWorld, type WorldOptions } from './open-world.ts'
import type { Snapshots } from './port/snapshots.ts'
import { StoreDamaged, StoreError, StoreFailure } from './port/store-error.ts'
import { SnapshotFiles } from './snapshots/snapshot-files.ts'

export interface DataFolderOptions {
  readonly files?: Files
  readonly now?: () => Date
}

interface FolderParts extends Required<DataFolderOptions> {
  readonly lock: FolderLock
}

/** Undefined while the world is being opened. */
interface WorldSlot {
  opened?: OpenedWorld
}

/** Takes a data folder and creates it if necessary; refuses if another process uses it. */
export async function openDataFolder(
  path: string,
  options: DataFolderOptions = {},
): Promise<DataFolder> {
  const { files: disk = nodeFiles, now = () => new Date() } = options
  return explained(path, async () => {
    if (await disk.isLink(path)) throw new StoreDamaged(linkedFolder(path))
    await ensureFolder(disk, path)
    const lock = await lockFolder(disk, path)
    const files = new OwnedFiles(disk, lock)
    try {
      await refuseLink(files, join(path, 'worlds'))
      await discardRemoved(files, path)
      const isUsed = () => hasStored(files, path)
      const key = await folderKey(files, path, isUsed)
      return new DataFolder(path, key, { files, now, lock })
    } catch (error) {
      await lock.release()
      throw error
    }
  })
}

const LAST_RUN = 'last-run.json'

/** Milliseconds. */
const LOOK_EVERY = 500

/** The folder that holds a sandbox's worlds, owned by this process until it is closed. */
export class DataFolder {
  readonly path: string
  /** The secret that keys the fingerprints in this folder. */
  readonly key: FolderKey
  readonly lock: FolderLock
  readonly #parts: FolderParts
  readonly #open = new Map<string, WorldSlot>()
  #watch: NodeJS.Timeout | undefined

  constructor(path: string, key: FolderKey, parts: FolderParts) {
    this.path = path
    this.key = key
    this.lock = parts.lock
    this.lock.logLosses = () => this.#logLosses()
    this.#parts = parts
  }

  /** `loader.image()` must always return the world's current rows. */
  async openWorld(name: string, loader: Loader, options?: WorldOptions): Promise<OpenedWorld> {
    const { files, now } = this.#parts
    const folder = this.#folder(name)
    const storage = { files, now, key: this.key, folder }
    const before = this.#open.get(name)
    if (before !== undefined && !before.opened?.medium.isClosed) {
      throw new StoreFailure(`World ${name} is open already`)
    }
    // Reserved before the first await, so that of two concurrent calls one is refused.
    const slot: WorldSlot = {}
    this.#open.set(name, slot)
    try {
      slot.opened = await explained(folder, () => openWorld(storage, loader, options))
      return slot.opened
    } catch (error) {
      this.#open.delete(name)
      throw error
    }
  }

  snapshots(name: string): Snapshots {
    const folder = join(this.#folder(name), 'snapshots')
    return new SnapshotFiles({ ...this.#parts, folder })
  }

  /** What the process before this one left to be reported; undefined if nothing. */
  lastRun(): Promise<string | undefined> {
    return readText(this.#parts.files, join(this.path, LAST_RUN))
  }

  /** Leaves something for the next process; an empty text is nothing. */
  async saveLastRun(text: string): Promise<void> {
    const { files } = this.#parts
    const path = join(this.path, LAST_RUN)
    if (text === '') await discard(files, path)
    else await writeFile(files, path, [Buffer.from(text)])
  }

  /** Names of all stored worlds, open or not. */
  worlds(): Promise<string[]> {
    return worldsIn(this.#parts.files, this.path)
  }

  /** Removes a world with its snapshots; closes it first if it is open. */
  async removeWorld(name: string): Promise<void> {
    const folder = this.#folder(name)
    await this.#open.get(name)?.opened?.medium.abandon()
    this.#open.delete(name)
    await removeWhole(this.#parts.files, folder)
  }

  /**
   * Calls `act` when the next start would not find what is stored: the folder, its lock or an open
   * log was moved or removed. `close` then fails.
   */
  onLost(act: (loss: StoreFailure) => void): void {
    this.lock.onLost = act
    // A look that fails is repeated.
    this.#watch = setInterval(() => this.lock.look().catch(() => undefined), LOOK_EVERY).unref()
  }

  /** Removes the files of worlds that are new, for a start that failed. Folders stay: another start may be about to use them. */
  async discardNew(): Promise<void> {
    const { files } = this.#parts
    for (const [name, { opened }] of this.#open) {
      if (!opened?.isNew) continue
      await opened.medium.abandon()
      const folder = this.#folder(name)
      const { logs, hasState } = await findWorldFiles(files, folder)
      const names = [...(hasState ? ['state.json'] : []), ...logs.values()]
      for (const name of names) await discard(files, join(folder, name))
    }
  }

  /** Closes the open worlds and releases the folder. */
  async close(): Promise<void> {
    clearInterval(this.#watch)
    // Nothing is written into a folder that another sandbox may use.
    await this.lock.look().catch(() => undefined)
    const all = [...this.#open.values()].map(({ opened }) => opened?.medium.close())
    const closed = await Promise.allSettled(all)
    await this.lock.release()
    if (this.lock.loss !== undefined) throw this.lock.loss
    for (const one of closed) if (one.status === 'rejected') throw one.reason
  }

  async #logLosses(): Promise<readonly StoreFailure[]> {
    const all = [...this.#open.values()].map(({ opened }) => opened?.medium.loss())
    return (await Promise.all(all)).filter((loss) => loss !== undefined)
  }

  #folder(name: string): string {
    if (!worldNamePattern.test(name))
      throw new StoreError(`${JSON.stringify(name)} is not a world's name`)
    return join(this.path, 'worlds', name)
  }
}

async function worldsIn(files: Files, folder: string): Promise<string[]> {
  const names = await listNames(files, join(folder, 'worlds'))
  return names.filter((name) => worldNamePattern.test(name)).sort()
}

/** Whether a world has any files: a power cut may leave an empty folder. */
async function hasStored(files: Files, folder: string): Promise<boolean> {
  for (const name of await worldsIn(files, folder)) {
    const worldFolder = join(folder, 'worlds', name)
    const { hasState, logs } = await findWorldFiles(files, worldFolder)
    const sizes = [...logs.values()].map((log) => files.sizeAt(join(worldFolder, log)))
    if (hasState || (await Promise.all(sizes)).some((size = 0) => size > 0)) return true
  }
  return false
}

/** Deletes the rest of worlds whose removal was interrupted. */
async function discardRemoved(files: Files, folder: string): Promise<void> {
  const worlds = join(folder, 'worlds')
  for (const name of await listNames(files, worlds)) {
    if (name.endsWith(REMOVED)) await files.removeFolder(join(worlds, name))
  }
}

const REMOVED = '.removed'

/** Renames the folder before deleting its files, so that a start never finds half a world. */
async function removeWhole(files: Files, folder: string): Promise<void> {
  const aside = folder + REMOVED
  await files.removeFolder(aside)
  try {
    await files.rename(folder, aside)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return
    throw error
  }
  await syncFolder(files, dirname(folder))
  await files.removeFolder(aside)
}

/** Turns a file system error into one line that names the folder. */
async function explained<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StoreError) throw error
    // A sandbox can run without a folder that can be written, or that can be synced.
    const isUnusable = [...notOurs, ...cannotSync].includes(errorCode(error) ?? '')
    const advice = isUnusable
      ? '; pass another --data folder, or --memory to keep nothing on disk'
      : ''
    throw new StoreFailure(`${path} cannot be used: ${reasonOf(error)}${advice}`, { cause: error })
  }
}

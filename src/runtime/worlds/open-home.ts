import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pause } from '../../base/timers.ts'
import { openDataFolder } from '../../gateway/store/data-folder.ts'
import { nodeFiles } from '../../gateway/store/disk/files.ts'
import { newSecret } from '../../gateway/store/disk/key-file.ts'
import { folderOwner } from '../../gateway/store/disk/lock.ts'
import type { Announced, Owner } from '../../gateway/store/disk/lock-owner.ts'
import { StoreError } from '../../gateway/store/port/store-error.ts'
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
  announce(announced: Announced): Promise<void>
  /** Calls `act` when the data folder no longer belongs to this sandbox. */
  onLost(act: (loss: Error) => void): void
  /** What the sandbox before this one left to be reported. */
  readonly lastRun: string | undefined
  /** Leaves something for the next sandbox with this folder; an empty text is nothing. */
  saveLastRun(text: string): Promise<void>
  /** Removes what a start that failed has stored in new worlds. */
  discardNew(): Promise<void>
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
      onLost: () => undefined,
      discardNew: async () => undefined,
      lastRun: undefined,
      saveLastRun: async () => undefined,
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
    announce: (announced) => folder.lock.announce(announced),
    onLost: (act) => folder.onLost(act),
    discardNew: () => folder.discardNew(),
    lastRun: await folder.lastRun().catch(() => undefined),
    saveLastRun: (text) => folder.saveLastRun(text),
  }
}

/** The sandbox that uses a data folder and is ready. */
export async function sandboxIn(data: string): Promise<SandboxHere | undefined> {
  return described(await ownerOf(data))
}

/** Milliseconds. */
const LOOK_EVERY = 50
const START_TIME = 30_000
const SILENT_WAIT = 5_000

/** The same, after a wait for one that is starting; a long wait is reported. */
export async function startedSandboxIn(
  data: string,
  report: (text: string) => void,
): Promise<SandboxHere | undefined> {
  const begun = Date.now()
  let isSilent = true
  for (;;) {
    const owner = await ownerOf(data)
    const found = described(owner)
    if (owner === undefined || found !== undefined) return found
    const { pid, since } = owner
    if (Date.now() - Math.min(begun, Date.parse(since)) > START_TIME) {
      const advice = `stop that process, or remove ${join(data, 'lock')} if it is no sandbox`
      throw new StartError(
        `${data} is in use by a sandbox that is not ready yet (process ${pid}, since ${since}); ${advice}`,
      )
    }
    if (isSilent && Date.now() - begun > SILENT_WAIT) {
      report(`Waiting for the sandbox that is starting in ${data} (process ${pid}, since ${since})`)
      isSilent = false
    }
    await pause(LOOK_EVERY)
  }
}

function ownerOf(data: string): Promise<Owner | undefined> {
  return withStartError(() => folderOwner(nodeFiles, data))
}

function described(owner: Owner | undefined): SandboxHere | undefined {
  if (owner?.url === undefined) return undefined
  const { id, pid, url: localUrl, public_url: publicUrl, ca } = owner
  return { id, pid, localUrl, url: publicUrl ?? localUrl, ca }
}

/** What the lock of a data folder says about its sandbox. */
export interface SandboxHere {
  readonly id: string
  readonly pid: number
  readonly url: string
  /** The address on this machine, whatever the public address is. */
  readonly localUrl: string
  readonly ca: string | undefined
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

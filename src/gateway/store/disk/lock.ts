import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { errorCode } from '../../../base/file-failure.ts'
import { monotonicMs } from '../../../base/monotonic.ts'
import { commandText } from '../../../base/text/command-text.ts'
import { pause } from '../../../base/timers.ts'
import { FolderInUse, FolderLost, type StoreFailure } from '../port/store-error.ts'
import { discard, type Files, writeAll } from './files.ts'
import { type Announced, acceptable, isInUse, type Owner, readOwner } from './lock-owner.ts'
import { readText } from './read-file.ts'

/** Milliseconds. */
const pollInterval = 5
/** A killed process takes a moment to exit. */
const exitTime = 500
/** Another start has removed a stale lock within it. */
const removalTime = 3_000
/** Less than a second sandbox needs to start: one that was suspended looks before it writes again. */
const lookCounts = 100
/** `rm -r` may delete the lock some time before the folder. */
const deletionTime = 100

/** Takes a folder for this process. */
export async function lockFolder(files: Files, folder: string): Promise<FolderLock> {
  const lock = new FolderLock(files, folder)
  const begun = monotonicMs()
  while (!(await lock.take())) {
    const owner = await readOwner(files, lock.path)
    const waited = monotonicMs() - begun
    if (owner !== undefined && (await isInUse(owner))) {
      if (waited >= exitTime) throw inUse(folder, lock.path, owner)
    } else if (owner !== undefined) await removeStale(files, lock.path, owner, waited)
    await pause(pollInterval)
  }
  return lock
}

/** Who uses a folder here; undefined if nobody does. Of another machine, only the file is known. */
export async function folderOwner(files: Files, folder: string): Promise<Owner | undefined> {
  const owner = await readOwner(files, join(folder, 'lock'))
  if (owner?.host !== hostname()) return undefined
  return (await isInUse(owner)) ? owner : undefined
}

/** One start at a time removes a lock: another one might remove that of its successor. */
async function removeStale(files: Files, path: string, gone: Owner, waited: number): Promise<void> {
  const guard = `${path}.old`
  if (!(await create(files, guard, `${process.pid}\n`))) {
    if (waited < removalTime) return
    throw new FolderInUse(`Another start removes ${path}; if it was killed, remove ${guard}`)
  }
  try {
    if ((await readOwner(files, path))?.id === gone.id) await files.remove(path)
  } finally {
    await discard(files, guard)
  }
}

/** False if there is such a file. */
async function create(files: Files, path: string, text: string): Promise<boolean> {
  let fd: number
  try {
    fd = await files.open(path, 'wx')
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
  try {
    await writeAll(files, fd, Buffer.from(text))
  } catch (error) {
    await discard(files, path)
    throw error
  } finally {
    await files.close(fd)
  }
  return true
}

/** The lock file of a folder, which belongs to the process that created it. */
export class FolderLock {
  /** The id that the sandbox at the announced address answers with. */
  readonly id = randomBytes(8).toString('hex')
  readonly path: string
  readonly #files: Files
  readonly #folder: string
  readonly #since = new Date().toISOString()
  #isTaken = false
  #lastLook = 0
  /** Why the folder no longer belongs to this process; undefined as long as it does. */
  loss: StoreFailure | undefined
  /** Called once when the folder is lost. */
  onLost: (loss: StoreFailure) => void = () => undefined
  /** What else is lost: of the logs that are open. */
  logLosses: () => Promise<readonly StoreFailure[]> = async () => []

  constructor(files: Files, folder: string) {
    this.#files = files
    this.#folder = folder
    this.path = join(folder, 'lock')
  }

  /** False if there is a lock. */
  async take(): Promise<boolean> {
    this.#isTaken = await create(this.#files, this.path, this.#text({}))
    this.#lastLook = monotonicMs()
    return this.#isTaken
  }

  /** Throws if the folder no longer belongs to this process. */
  async check(): Promise<void> {
    if (this.loss === undefined && monotonicMs() - this.#lastLook > lookCounts) await this.look()
    if (this.loss instanceof FolderLost) throw this.loss
  }

  /** Looks whether somebody removed or replaced the lock, or moved or removed what is open. */
  async look(): Promise<void> {
    if (this.loss !== undefined || !this.#isTaken) return
    let loss = await this.#found()
    if (loss !== undefined) {
      await pause(deletionTime)
      loss = await this.#found()
    }
    this.#lastLook = monotonicMs()
    if (loss === undefined || this.loss !== undefined || !this.#isTaken) return
    this.loss = loss
    this.onLost(loss)
  }

  /** Adds what is known once the sandbox is ready; if that fails, the lock stays as it is. */
  async announce(announced: Announced): Promise<void> {
    const draft = `${this.path}.new`
    try {
      await this.check()
      await discard(this.#files, draft)
      await create(this.#files, draft, this.#text(announced))
      await this.#files.rename(draft, this.path)
    } catch {
      await discard(this.#files, draft)
    }
  }

  /** Removes the lock, unless it is no longer that of this process. */
  async release(): Promise<void> {
    if (!this.#isTaken) return
    this.#isTaken = false
    if (await this.#isOwn().catch(() => false)) await discard(this.#files, this.path)
  }

  /** No sync of it: a power cut ends the process too. */
  #text(announced: Partial<Announced>): string {
    const { id } = this
    const owner: Owner = {
      id,
      pid: process.pid,
      host: hostname(),
      since: this.#since,
      ...acceptable(announced),
    }
    return `${JSON.stringify(owner)}\n`
  }

  async #isOwn(): Promise<boolean> {
    const text = await readText(this.#files, this.path)
    return text?.startsWith(`{"id":"${this.id}"`) === true
  }

  async #found(): Promise<StoreFailure | undefined> {
    const losses = await this.logLosses()
    const moved = losses.find((loss) => loss instanceof FolderLost)
    if (moved !== undefined) return moved
    if (await this.#isOwn()) return losses[0]
    const isThere = (await this.#files.sizeAt(this.#folder)) !== undefined
    return isThere ? FolderLost.lock(this.path) : FolderLost.folder(this.#folder)
  }
}

function inUse(folder: string, path: string, owner: Owner): FolderInUse {
  const { host, pid, since, url, ca } = owner
  const isElsewhere = host !== hostname()
  const whose = isElsewhere ? `a sandbox on ${host}` : 'another sandbox'
  const isHere = url !== undefined && !isElsewhere
  const atUrl = isHere ? ` at ${url}` : ''
  const stop = isHere ? `stop it with '${commandText(['stop'], { url, ca })}'` : 'stop it'
  return new FolderInUse(
    `${folder} is in use by ${whose}${atUrl} (process ${pid}, since ${since}); ${stop}, or remove ${path} if it is gone or this folder is a copy`,
  )
}

/**
 * The files of a folder that this process owns. Nothing in it changes any more once its lock is lost:
 * another process may own the folder then.
 */
export class OwnedFiles implements Files {
  readonly #files: Files
  readonly #lock: Pick<FolderLock, 'check' | 'look'>
  readonly sync: Files['sync']

  constructor(files: Files, lock: Pick<FolderLock, 'check' | 'look'>) {
    this.#files = files
    this.#lock = lock
    this.sync = files.sync.bind(files)
  }

  async open(...[path, flags, mode]: Parameters<Files['open']>): Promise<number> {
    const open = () => this.#files.open(path, flags, mode)
    return flags === 'r' ? await open() : await this.#owned(open)
  }

  write: Files['write'] = (fd, bytes, position) =>
    this.#owned(() => this.#files.write(fd, bytes, position))
  truncate = (fd: number, length: number) => this.#owned(() => this.#files.truncate(fd, length))
  rename = (from: string, to: string) => this.#owned(() => this.#files.rename(from, to))
  remove = (path: string) => this.#owned(() => this.#files.remove(path))
  makeFolder = (path: string) => this.#owned(() => this.#files.makeFolder(path))
  removeFolder = (path: string) => this.#owned(() => this.#files.removeFolder(path))
  makePrivate = (path: string) => this.#owned(() => this.#files.makePrivate(path))
  syncFolder = (path: string) => this.#owned(() => this.#files.syncFolder(path))

  close = (fd: number) => this.#files.close(fd)
  read: Files['read'] = (fd, into, position) => this.#files.read(fd, into, position)
  size = (fd: number) => this.#files.size(fd)
  whereabouts = (fd: number, path: string) => this.#files.whereabouts(fd, path)
  sizeAt = (path: string) => this.#files.sizeAt(path)
  isLink = (path: string) => this.#files.isLink(path)
  list = (path: string) => this.#files.list(path)

  /** If the folder was lost before the change, that is the reason of the failure. */
  async #owned<T>(change: () => Promise<T>): Promise<T> {
    await this.#lock.check()
    try {
      return await change()
    } catch (error) {
      await this.#lock.look()
      await this.#lock.check()
      throw error
    }
  }
}

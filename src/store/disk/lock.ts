import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { errorCode } from '../../base/file-failure.ts'
import { monotonicMs } from '../../base/monotonic.ts'
import { commandText } from '../../base/text/command-text.ts'
import { discard, type Files, writeAll } from '../../gateway/store/disk/files.ts'
import {
  type Announced,
  acceptable,
  isElsewhere,
  isInUse,
  namespace,
  type Owner,
  readOwner,
  startOf,
} from '../../gateway/store/disk/lock-owner.ts'
import { FolderInUse, FolderLost } from '../../gateway/store/port/store-error.ts'

/** Milliseconds. */
const pollInterval = 5
/** A killed process takes a moment to exit. */
const exitTime = 500
/** How long a process lets those with a smaller id go first; a killed one has left its draft. */
const politeness = 200
/** A folder of this size is removed within it. */
const removalTime = 100
/** So many starts at once have all been answered by then. */
const takingTime = 10_000

/** Takes a folder for this process. */
export async function lockFolder(files: Files, folder: string): Promise<FolderLock> {
  const path = join(folder, 'lock')
  const lock = new FolderLock(files, folder)
  const begun = monotonicMs()
  for (let patience = pollInterval; ; patience *= 2) {
    const owner = await readOwner(files, path)
    const waited = monotonicMs() - begun
    if (owner !== undefined && (await isInUse(owner))) {
      if (waited >= exitTime) throw inUse(folder, path, owner)
      await pause(pollInterval)
      patience = pollInterval
    } else if (await lock.take()) return lock
    else if (waited >= takingTime) throw new FolderInUse(`Many starts want ${folder}; try again`)
    else await pause(Math.random() * patience)
  }
}

/** Who uses a folder here; undefined if nobody does. Of another machine, only the file is known. */
export async function folderOwner(files: Files, folder: string): Promise<Owner | undefined> {
  const owner = await readOwner(files, join(folder, 'lock'))
  if (owner === undefined || isElsewhere(owner)) return undefined
  return (await isInUse(owner)) ? owner : undefined
}

/**
 * The lock file of a folder, which belongs to the process that wrote it.
 *
 * Each process writes its lock as a draft of its own name, removes the drafts of others, looks
 * whether the lock is still free, and renames its draft. Removing a draft takes the right to that
 * rename away, so of two processes that find a lock free, the one that looked first cannot take it
 * from the other later, however long it was suspended in between.
 */
export class FolderLock {
  /** The id that the sandbox at the announced address answers with. */
  readonly id = randomBytes(8).toString('hex')
  readonly #files: Files
  readonly #folder: string
  readonly #path: string
  readonly #since = new Date().toISOString()
  /** The lock file of this process; while it is being replaced, the new one too. */
  #own: readonly LockFile[] = []
  /** When a draft of another process was seen first. */
  readonly #seen = new Map<string, number>()
  /** Why the folder no longer belongs to this process; undefined as long as it does. */
  loss: FolderLost | undefined
  /** Called once when the folder is lost. */
  onLost: (loss: FolderLost) => void = () => undefined

  constructor(files: Files, folder: string) {
    this.#files = files
    this.#folder = folder
    this.#path = join(folder, 'lock')
  }

  /** False if another process wanted the lock at the same moment. */
  async take(): Promise<boolean> {
    const draft = await this.#write({})
    try {
      if ((await this.#goesFirst()) && (await this.#isFree()) && (await this.#install())) {
        this.#own = [draft]
        return true
      }
    } catch (error) {
      await this.#drop(draft)
      throw error
    }
    await this.#drop(draft)
    return false
  }

  /**
   * Throws if the folder no longer belongs to this process, because somebody removed or replaced the
   * lock, or moved the folder.
   */
  async check(): Promise<void> {
    if (this.loss !== undefined) throw this.loss
    const found = await this.#files.identityAt(this.#path)
    for (const { file } of this.#own) if (file === found) return
    const loss = await this.#lost()
    this.loss = loss
    this.onLost(loss)
    throw loss
  }

  /** Adds what is known once the sandbox is ready; if that fails, the lock stays as it is. */
  async announce(announced: Announced): Promise<void> {
    const [before] = this.#own
    const draft = await this.#write(announced).catch(() => undefined)
    if (draft === undefined || before === undefined) return
    try {
      await this.check()
      this.#own = [before, draft]
      const isInstalled = await this.#install()
      this.#own = [isInstalled ? draft : before]
      await this.#close(isInstalled ? before : draft)
    } catch {
      this.#own = [before]
      await this.#drop(draft)
    }
  }

  /** Removes the lock, unless it is no longer that of this process. */
  async release(): Promise<void> {
    if (this.#own.length === 0) return
    await this.check().then(
      () => discard(this.#files, this.#path),
      () => undefined,
    )
    for (const one of this.#own) await this.#close(one)
    this.#own = []
  }

  get #draft(): string {
    return `${this.#path}.${this.id}`
  }

  /** No sync: a power cut ends the process too. */
  async #write(announced: Partial<Announced>): Promise<LockFile> {
    const files = this.#files
    await discard(files, this.#draft)
    const fd = await files.open(this.#draft, 'wx')
    try {
      const file = await files.identity(fd)
      const owner: Owner = {
        id: this.id,
        pid: process.pid,
        start: startOf(process.pid) ?? null,
        namespace: namespace(),
        since: this.#since,
        file,
        ...acceptable(announced),
      }
      await writeAll(files, fd, Buffer.from(`${JSON.stringify(owner)}\n`))
      if (!isWindows) return { file, fd }
      await files.close(fd)
      return { file }
    } catch (error) {
      await this.#drop({ file: '', fd })
      throw error
    }
  }

  /** Whether this process goes first, after the drafts of others are removed. */
  async #goesFirst(): Promise<boolean> {
    for (const name of await this.#files.list(this.#folder)) {
      const path = join(this.#folder, name)
      if (!/^lock\.[0-9a-f]{16}$/.test(name) || path === this.#draft) continue
      // Without an order, many at once would only remove each other's drafts.
      const seen = this.#seen.get(name) ?? monotonicMs()
      this.#seen.set(name, seen)
      if (path < this.#draft && monotonicMs() - seen < politeness) return false
      await this.#files.remove(path).catch(unlessGone)
    }
    return true
  }

  async #isFree(): Promise<boolean> {
    const owner = await readOwner(this.#files, this.#path)
    return owner === undefined || !(await isInUse(owner))
  }

  /** False if another process removed the draft. */
  async #install(): Promise<boolean> {
    try {
      await this.#files.rename(this.#draft, this.#path)
      return true
    } catch (error) {
      unlessGone(error)
      return false
    }
  }

  async #drop(draft: LockFile): Promise<void> {
    await this.#close(draft)
    await discard(this.#files, this.#draft)
  }

  async #close({ fd }: LockFile): Promise<void> {
    if (fd !== undefined) await this.#files.close(fd)
  }

  async #lost(): Promise<FolderLost> {
    // `rm -r` may delete the lock some time before the folder.
    await pause(removalTime)
    const isThere = (await this.#files.sizeAt(this.#folder)) !== undefined
    return isThere ? FolderLost.lock(this.#path) : FolderLost.folder(this.#folder)
  }
}

/** It stays open, so that no file system gives its identity to another. Windows does not replace open files. */
interface LockFile {
  readonly file: string
  readonly fd?: number
}

const isWindows = process.platform === 'win32'

function unlessGone(error: unknown): void {
  if (errorCode(error) !== 'ENOENT') throw error
}

function inUse(folder: string, path: string, owner: Owner): FolderInUse {
  const { pid, since, url, start, ca } = owner
  const [host] = owner.namespace.split(' ')
  const whose = isElsewhere(owner) ? `a sandbox on ${host}` : 'another sandbox'
  const isHere = url !== undefined && !isElsewhere(owner)
  const atUrl = isHere ? ` at ${url}` : ''
  const stop = isHere ? `stop it with '${commandText(['stop'], { url, ca })}'` : 'stop it'
  const rest = isElsewhere(owner)
    ? `, or remove ${path} if it is gone or this folder is a copy`
    : // Without its start time, the process may be another one with the same number.
      start === null
      ? `, or remove ${path} if it is gone`
      : ' or use another data folder'
  return new FolderInUse(
    `${folder} is in use by ${whose}${atUrl} (process ${pid}, since ${since}); ${stop}${rest}`,
  )
}

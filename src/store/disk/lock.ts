import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { errorCode } from '../../document/file-failure.ts'
import { memberOf } from '../../domain/plain-object.ts'
import { stopCommand } from '../port/stop-command.ts'
import { FolderInUse, StoreFailure } from '../port/store-error.ts'
import { discard, type Entered, ensureFolder, type Files } from './files.ts'
import { readText } from './read-file.ts'
import { writeAll } from './write-file.ts'

/** Who uses a data folder: the content of its lock file. */
function ownerSchema() {
  return z.object({
    id: z.string(),
    /** The folder, to recognise a lock that was copied together with its folder. */
    folder: z.string(),
    pid: z.int(),
    /** Distinguishes the process from a later one with the same number; null if unknown. */
    start: z.string().nullable(),
    /** The host and, on Linux, the namespace in which the process number is valid. */
    namespace: z.string(),
    since: z.string(),
    /** The address of the sandbox, once it listens. */
    url: z.string().optional(),
    /** What the sandbox announced when it was ready. */
    ready: z.custom<ReadyLine>((value) => typeof memberOf(value, 'url') === 'string').optional(),
  })
}

type Owner = z.infer<ReturnType<typeof ownerSchema>>

/** The ready line of a sandbox. */
export interface ReadyLine {
  readonly url: string
}

export interface FolderLock {
  /** The id that the sandbox at the announced address answers with. */
  readonly id: string
  release(): Promise<void>
  /**
   * Adds the sandbox's address to the lock, and what it says when it is ready; if that fails, the lock
   * stays as it is.
   */
  announce(url: string, ready?: ReadyLine): Promise<void>
}

/** Takes a folder for this process, and creates it if necessary. */
export async function lockFolder(
  files: Files,
  folder: string,
  entered?: Entered,
): Promise<FolderLock> {
  await ensureFolder(files, folder, entered)
  const path = join(folder, 'lock')
  const own: Owner = {
    id: randomBytes(8).toString('hex'),
    folder: realPath(folder),
    pid: process.pid,
    start: startOf(process.pid) ?? null,
    namespace: namespace(),
    since: new Date().toISOString(),
  }
  const owner = await acquire(files, path, own)
  if (owner !== undefined) throw inUse(folder, path, owner)
  return {
    id: own.id,
    async release() {
      const found = await readOwner(files, path)
      if (found !== 'damaged' && found?.id === own.id) await discard(files, path)
    },
    async announce(url, ready) {
      const draft = `${path}.${own.id}`
      try {
        await write(files, draft, 'w', { ...own, url, ready })
        await files.rename(draft, path)
      } catch {
        await discard(files, draft)
      }
    },
  }
}

/** Who uses a folder here; undefined if nobody does. Of another machine, only the file is known. */
export async function folderOwner(files: Files, folder: string): Promise<Owner | undefined> {
  const path = join(folder, 'lock')
  const owner = await settledOwner(files, path)
  if (owner === undefined || owner === 'damaged' || owner.namespace !== namespace())
    return undefined
  return (await isAlive(files, path, owner)) ? owner : undefined
}

/** Milliseconds. */
const pollInterval = 5
/** A killed process takes a moment to exit. */
const exitTime = 500
/** A lock that stays incomplete for so long is damaged. Writing it may take half of that. */
const writingTime = 2000

/**
 * Creates a lock file; returns the owner if it is in use. A stale one is replaced only by the process
 * that holds the claim on it, which is a lock file named after the stale one's id. So two processes
 * never take over the same one.
 */
async function acquire(files: Files, path: string, own: Owner): Promise<Owner | undefined> {
  const until = performance.now() + exitTime
  while (!(await isCreated(files, path, own))) {
    const owner = await settledOwner(files, path)
    if (owner === undefined) continue
    if (owner !== 'damaged' && (await isAlive(files, path, owner))) {
      if (performance.now() >= until) return owner
      await pause(pollInterval)
      continue
    }
    const claim = `${path}.${idOf(owner)}`
    const claimant = await acquire(files, claim, own)
    if (claimant !== undefined) return claimant
    if (idOf(await readOwner(files, path)) === idOf(owner)) {
      await files.rename(claim, path)
      return undefined
    }
    // Another process took the stale one over before this one had the claim.
    await discard(files, claim)
  }
  return undefined
}

/** False if the file exists. */
async function isCreated(files: Files, path: string, own: Owner): Promise<boolean> {
  const begun = performance.now()
  try {
    await write(files, path, 'wx', own)
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
  // Another process takes an incomplete lock for a damaged one after a while.
  if (performance.now() - begun < writingTime / 2) return true
  throw new StoreFailure(`${path} could not be written in time; try again`)
}

/** The owner once the lock is complete. */
async function settledOwner(files: Files, path: string): Promise<Found> {
  const found = await readOwner(files, path)
  if (found !== 'damaged') return found
  await pause(writingTime)
  return readOwner(files, path)
}

/** No sync: a power cut ends the process too. */
async function write(files: Files, path: string, flags: 'w' | 'wx', own: Owner): Promise<void> {
  const fd = await files.open(path, flags)
  try {
    await writeAll(files, fd, Buffer.from(`${JSON.stringify(own)}\n`))
  } catch (error) {
    await discard(files, path)
    throw error
  } finally {
    await files.close(fd)
  }
}

/** `damaged`: it is being written, or a power cut left it incomplete. */
type Found = Owner | 'damaged' | undefined

async function readOwner(files: Files, path: string): Promise<Found> {
  const text = await readText(files, path)
  if (text === undefined) return undefined
  try {
    return ownerSchema().parse(JSON.parse(text))
  } catch {
    return 'damaged'
  }
}

function idOf(found: Found): string | undefined {
  return typeof found === 'object' ? found.id : found
}

/** Whether the owner may still run: it lives, answers, or cannot be seen from here. */
async function isAlive(files: Files, path: string, owner: Owner): Promise<boolean> {
  if (await isCopied(files, path, owner)) return false
  if (owner.namespace !== namespace()) return true
  const start = isRunning(owner.pid) && !isEarlierSelf(owner) ? startOf(owner.pid) : 'dead'
  const isOther = start !== owner.start && start !== undefined && owner.start !== null
  if (start !== 'dead' && !isOther) return true
  return owner.url !== undefined && (await answers(owner.url, owner.id))
}

/** Whether the lock was copied with its folder, and the owner still has the original. */
async function isCopied(files: Files, path: string, owner: Owner): Promise<boolean> {
  const original = join(owner.folder, basename(path))
  if (realPath(path) === original) return false
  const found = await readOwner(files, original)
  return idOf(found) === owner.id && fileId(original) !== fileId(path)
}

/** Whether the sandbox at this address is the one with this id. */
async function answers(url: string, id: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/_sandbox/health`, { signal: AbortSignal.timeout(1000) })
    return z.object({ id: z.literal(id) }).safeParse(await answer.json()).success
  } catch {
    return false
  }
}

function inUse(folder: string, path: string, owner: Owner): FolderInUse {
  const { pid, since, url, start } = owner
  const [host] = owner.namespace.split(' ')
  const isElsewhere = owner.namespace !== namespace()
  const whose = isElsewhere ? `a sandbox on ${host}` : 'another sandbox'
  const place = url === undefined ? '' : ` at ${url}`
  const stop = url === undefined ? 'stop it' : `stop it with '${stopCommand(url)}'`
  // Without its start time, the process may be another one with the same number.
  const isUnsure = isElsewhere || start === null
  const rest = isUnsure ? `, or remove ${path} if it is gone` : ' or use another data folder'
  return new FolderInUse(
    `${folder} is in use by ${whose}${place} (process ${pid}, since ${since}); ${stop}${rest}`,
  )
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

/** The same for all paths of one file. */
function fileId(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false, bigint: true })
  return found && `${found.dev} ${found.ino}`
}

/** Where process numbers are valid: the host, and the container on Linux. */
function namespace(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    // Only Linux has this file.
    return hostname()
  }
}

/** When a process started, in ticks since the system did; undefined except on Linux. */
function startOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in brackets may contain anything; after it, the state is the first field and the
    // start time the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // A zombie is no longer the process that it was.
    return fields[0] === 'Z' || fields[0] === 'X' ? 'dead' : fields[19]
  } catch {
    return undefined
  }
}

/** Whether the owner ended before this process got its number; only Linux knows start times. */
function isEarlierSelf({ pid, since }: Owner): boolean {
  return pid === process.pid && Date.parse(since) < Date.now() - process.uptime() * 1000
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists but belongs to another user.
    return errorCode(error) === 'EPERM'
  }
}

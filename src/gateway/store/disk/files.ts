import fs from 'node:fs'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { errorCode } from '../../../base/file-failure.ts'
import { pause, setTimeout } from '../../../base/timers.ts'
import { StoreDamaged, StoreFailure } from '../port/store-error.ts'

/**
 * Every file operation of the store, so that a test can fail, count or stop any of them. Uses
 * descriptors, because a write through a FileHandle costs a quarter more. Operations on names and
 * descriptors are synchronous: that takes a tenth of the time that the thread pool needs, and a
 * start makes dozens of them.
 */
export interface Files {
  /** Never follows a link. `r+` creates the file if necessary; `wx` fails if there is one. */
  open(path: string, flags: 'r' | 'r+' | 'w' | 'wx', mode?: number): Promise<number>
  close(fd: number): Promise<void>
  read(fd: number, into: Uint8Array, position: number): Promise<number>
  /** Writes at a position, or after the last write; may write fewer bytes than given. */
  write(fd: number, bytes: Uint8Array, position?: number): Promise<number>
  /** Content and length are on disk when this resolves. */
  sync(fd: number): Promise<void>
  truncate(fd: number, length: number): Promise<void>
  size(fd: number): Promise<number>
  /** What became of the name of an open file. */
  whereabouts(fd: number, path: string): Promise<Whereabouts>
  /** The size of the file at this path; undefined if there is none. */
  sizeAt(path: string): Promise<number | undefined>
  isLink(path: string): Promise<boolean>
  /** Takes the rights of others to a file away, where the file system has rights. */
  makePrivate(path: string): Promise<void>
  rename(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
  list(path: string): Promise<string[]>
  makeFolder(path: string): Promise<void>
  removeFolder(path: string): Promise<void>
  /** Makes creations, renames and removals in a folder survive a power cut. */
  syncFolder(path: string): Promise<void>
}

export interface Whereabouts {
  /** Whether the path is that of the open file: the same volume and file number. */
  readonly isHere: boolean
  /** Without a name, what is written to it is lost. */
  readonly hasName: boolean
  /** Its present path, if the system can tell. */
  readonly path: string | undefined
}

/**
 * Writing so many bytes takes microseconds, as they are only copied: the thread pool would take longer
 * to get the work than to do it. The wait for the disk, in `sync`, is for the pool.
 */
const SMALL = 64 * 1024

function writeInPool(fd: number, bytes: Uint8Array, position?: number): Promise<number> {
  return new Promise((resolve, reject) => {
    fs.write(fd, bytes, 0, bytes.length, position ?? null, (error, written) => {
      if (error) reject(error)
      else resolve(written)
    })
  })
}

/** There, the number of a volume depends on how it is asked for. */
const isWindows = process.platform === 'win32'

export const nodeFiles: Files = {
  // Not opened for appending: Windows would refuse to truncate the file.
  open: async (path, flags, mode) => {
    refuseOtherKind(path)
    return fs.openSync(path, openFlags[flags] | (O_NOFOLLOW ?? 0), mode)
  },
  close: async (fd) => fs.closeSync(fd),
  read: (fd, into, position) =>
    new Promise((resolve, reject) => {
      fs.read(fd, into, 0, into.length, position, (error, read) => {
        if (error) reject(error)
        else resolve(read)
      })
    }),
  write: async (fd, bytes, position) =>
    bytes.length <= SMALL
      ? fs.writeSync(fd, bytes, 0, bytes.length, position ?? null)
      : await writeInPool(fd, bytes, position),
  sync: promisify(fs.fdatasync),
  truncate: promisify(fs.ftruncate),
  size: async (fd) => fs.fstatSync(fd).size,
  whereabouts: async (fd, path) => {
    const own = fs.fstatSync(fd, { bigint: true })
    const found = fs.lstatSync(path, { throwIfNoEntry: false, bigint: true })
    return {
      isHere: found?.ino === own.ino && (isWindows || found.dev === own.dev),
      hasName: own.nlink > 0n,
      path: presentPath(fd),
    }
  },
  sizeAt: async (path) => fs.statSync(path, { throwIfNoEntry: false })?.size,
  isLink: async (path) => fs.lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false,
  makePrivate: async (path) => makePrivate(path),
  rename: replaceFile,
  remove,
  list: async (path) => fs.readdirSync(path),
  makeFolder: async (path) => fs.mkdirSync(path),
  removeFolder: (path) => fs.promises.rm(path, { recursive: true, force: true }),
  syncFolder: syncNodeFolder,
}

function presentPath(fd: number): string | undefined {
  try {
    return fs.readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    // Only Linux has this link.
    return undefined
  }
}

// Windows has no O_NOFOLLOW.
const { O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC, O_EXCL, O_NOFOLLOW } =
  fs.constants as typeof fs.constants & { readonly O_NOFOLLOW?: number }

const openFlags = {
  r: O_RDONLY,
  'r+': O_WRONLY | O_CREAT,
  w: O_WRONLY | O_CREAT | O_TRUNC,
  wx: O_WRONLY | O_CREAT | O_EXCL,
}

/**
 * Freeing the blocks of a replaced file takes 0.3 ms per megabyte. An open handle moves that work to
 * the close, which nobody waits for. Windows does not replace open files.
 */
async function replaceFile(from: string, to: string): Promise<void> {
  const replaced = isWindows ? undefined : openedIfReadable(to)
  try {
    await patientRename(from, to)
  } finally {
    if (replaced !== undefined) setTimeout(() => fs.close(replaced), 100).unref()
  }
}

function openedIfReadable(path: string): number | undefined {
  try {
    return fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
  } catch {
    return undefined
  }
}

/**
 * A link that came with somebody else's folder may lead to any file. Opening a pipe would wait for its
 * other end, and a device may have no end.
 */
function refuseOtherKind(path: string): void {
  const found = fs.lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.isFile()) return
  const other = found.isDirectory() ? 'folder' : 'device or a pipe'
  const kind = found.isSymbolicLink() ? 'link' : other
  throw new StoreDamaged(`${path} is a ${kind}, not a file; move it away`)
}

function makePrivate(path: string): void {
  if (isWindows) return
  const fd = fs.openSync(path, openFlags.r | (O_NOFOLLOW ?? 0))
  try {
    if ((fs.fstatSync(fd).mode & 0o077) !== 0) fs.fchmodSync(fd, 0o600)
  } catch (error) {
    // Another user owns it, or the file system has no rights.
    if (!['EPERM', ...cannotSync].includes(errorCode(error) ?? '')) throw error
  } finally {
    fs.closeSync(fd)
  }
}

/** How Windows says that another program has a file open, such as a virus scanner or an indexer. */
const held: readonly unknown[] = ['EPERM', 'EBUSY', 'EACCES']

/** In milliseconds; together two seconds. */
const pauses = [10, 20, 40, 80, 150, 300, 600, 800]

async function renameHere(from: string, to: string): Promise<void> {
  fs.renameSync(from, to)
}

/**
 * Renames, and on Windows tries again while another program holds one of the files; elsewhere no
 * program can, and these errors are final.
 */
export async function patientRename(
  from: string,
  to: string,
  platform: NodeJS.Platform = process.platform,
  rename: (from: string, to: string) => Promise<void> = renameHere,
  wait: (ms: number) => Promise<void> = pause,
): Promise<void> {
  for (const length of pauses) {
    try {
      return await rename(from, to)
    } catch (cause) {
      if (platform !== 'win32' || !held.includes(errorCode(cause))) throw cause
      await wait(length)
    }
  }
  await rename(from, to)
}

const unlinkInPool = promisify(fs.unlink)

/** Freeing the blocks of a large file takes time, so it is left to the thread pool. */
async function remove(path: string): Promise<void> {
  const { size = 0 } = fs.lstatSync(path, { throwIfNoEntry: false }) ?? {}
  if (size > SMALL) await unlinkInPool(path)
  else fs.unlinkSync(path)
}

async function syncNodeFolder(path: string): Promise<void> {
  // Windows cannot open folders, and its file system orders these operations itself.
  if (isWindows) return
  const fd = fs.openSync(path, 'r')
  try {
    await promisify(fs.fsync)(fd)
  } finally {
    fs.closeSync(fd)
  }
}

/** How file systems say that they cannot sync. */
export const cannotSync: readonly string[] = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** Somebody else's, or on a read-only file system. */
export const notOurs: readonly string[] = ['EACCES', 'EPERM', 'EROFS']

/** Where the file system cannot sync folders, a power cut may take new names away. */
export async function syncFolder(files: Files, path: string): Promise<void> {
  try {
    await files.syncFolder(path)
  } catch (error) {
    if (![...cannotSync, ...notOurs].includes(errorCode(error) ?? '')) throw error
  }
}

/** Creates a folder, which the caller syncs into its parent, and the folders above it. */
export async function ensureFolder(files: Files, path: string): Promise<void> {
  const parent = dirname(path)
  if (await tryCreate(files, path)) return
  // The current folder was deleted, so there is no parent to create.
  if (parent === path) throw nowhere(path, parent)
  await ensureFolder(files, parent)
  await syncFolder(files, dirname(parent))
  if (!(await tryCreate(files, path))) throw nowhere(path, parent)
}

/** False if there is no parent to create it in. */
async function tryCreate(files: Files, path: string): Promise<boolean> {
  try {
    await files.makeFolder(path)
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return true
    if (errorCode(error) === 'ENOENT') return false
    throw error
  }
}

/** The parent exists, but nothing can be created in it. */
function nowhere(path: string, parent: string): StoreFailure {
  return new StoreFailure(
    `The folder ${path} cannot be created: ${parent} is a broken link, or no folder can be created in it`,
  )
}

/** A link that came with somebody else's folder may lead anywhere. */
export async function refuseLink(files: Files, folder: string): Promise<void> {
  if (!(await files.isLink(folder))) return
  throw new StoreDamaged(`${folder} is a link, not a folder; move it away`)
}

/** The names in a folder; empty if there is no such folder. */
export async function listNames(files: Files, path: string): Promise<string[]> {
  try {
    return await files.list(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Deletes a file or folder that is not needed; if that fails, the next start tries again. */
export async function discard(files: Files, path: string): Promise<void> {
  await files.remove(path).catch(() => undefined)
}

/**
 * Writes all of it at a position, or after the last write. A nearly full disk writes a part first,
 * and reports the error only on the next write.
 */
export async function writeAll(
  files: Files,
  fd: number,
  bytes: Uint8Array,
  position?: number,
): Promise<void> {
  const at = (written: number) => (position === undefined ? undefined : position + written)
  let written = await files.write(fd, bytes, position)
  while (written < bytes.length) {
    written += await files.write(fd, bytes.subarray(written), at(written))
  }
}

import type { Stats } from 'node:fs'
import fs from 'node:fs'
import { promisify } from 'node:util'
import { errorCode, isOutOfFiles } from '../../document/file-failure.ts'

/**
 * Every file operation of the store, so that a test can fail, count or stop any of them. Uses
 * descriptors, because a write through a FileHandle costs a quarter more. Operations on names and
 * descriptors are synchronous: that takes a tenth of the time that the thread pool needs, and a
 * start makes dozens of them.
 */
export interface Files {
  open(path: string, flags: 'r' | 'r+' | 'w', mode?: number): Promise<number>
  close(fd: number): Promise<void>
  read(fd: number, into: Uint8Array, position: number): Promise<number>
  /** Writes at a position, or after the last write; may write fewer bytes than given. */
  write(fd: number, bytes: Uint8Array, position?: number): Promise<number>
  /** Content and length are on disk when this resolves. */
  sync(fd: number): Promise<void>
  truncate(fd: number, length: number): Promise<void>
  size(fd: number): Promise<number>
  /** The size of an open file; undefined if it was deleted, so that writes to it are lost. */
  linkedSize(fd: number): Promise<number | undefined>
  /** The size of the file at this path; undefined if there is none. */
  sizeAt(path: string): Promise<number | undefined>
  rename(from: string, to: string): Promise<void>
  remove(path: string): Promise<void>
  list(path: string): Promise<string[]>
  makeFolder(path: string): Promise<void>
  removeFolder(path: string): Promise<void>
  /** Makes creations, renames and removals in a folder survive a power cut. */
  syncFolder(path: string): Promise<void>
}

export const nodeFiles: Files = {
  open: (path, flags, mode) => whenFilesCanOpen(() => openFile(path, flags, mode)),
  close: async (fd) => fs.closeSync(fd),
  read: (fd, into, position) =>
    new Promise((resolve, reject) => {
      fs.read(fd, into, 0, into.length, position, settle(resolve, reject))
    }),
  write: (fd, bytes, position) =>
    new Promise((resolve, reject) => {
      fs.write(fd, bytes, 0, bytes.length, position ?? null, settle(resolve, reject))
    }),
  sync: promisify(fs.fdatasync),
  truncate: promisify(fs.ftruncate),
  size: async (fd) => fs.fstatSync(fd).size,
  linkedSize: async (fd) => {
    const { nlink, size } = fs.fstatSync(fd)
    return nlink > 0 ? size : undefined
  },
  sizeAt: async (path) => fs.statSync(path, { throwIfNoEntry: false })?.size,
  rename,
  remove: promisify(fs.unlink),
  list: (path) => whenFilesCanOpen(() => fs.readdirSync(path)),
  makeFolder: async (path) => fs.mkdirSync(path),
  removeFolder: (path) =>
    whenFilesCanOpen(() => fs.promises.rm(path, { recursive: true, force: true })),
  syncFolder,
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC } = fs.constants

const openModes = {
  r: O_RDONLY,
  // Not for appending: Windows would refuse to truncate the file.
  'r+': O_WRONLY | O_CREAT,
  w: O_WRONLY | O_TRUNC | O_CREAT,
} as const

/** Without this flag, opening a pipe would block the process. Windows has no such flag. */
const WITHOUT_WAITING = fs.constants.O_NONBLOCK ?? 0

function openFile(path: string, flags: keyof typeof openModes, mode?: number): number {
  const fd = fs.openSync(path, openModes[flags] | WITHOUT_WAITING, mode)
  try {
    refuseUnlessFile(fs.fstatSync(fd), path)
    return fd
  } catch (cause) {
    fs.closeSync(fd)
    throw cause
  }
}

function settle<T>(resolve: (value: T) => void, reject: (error: Error) => void) {
  return (error: Error | null, value: T): void => {
    if (error) reject(error)
    else resolve(value)
  }
}

/** Late enough not to delay the sync of the folder, which would wait for the close. */
const LATER_MS = 100

/**
 * Removing the last link of a big file blocks until its blocks are freed: 0.3 ms per megabyte.
 * Keeping the replaced file open moves that work to the close, which nobody waits for.
 */
async function rename(from: string, to: string): Promise<void> {
  const replaced = heldOpen(to)
  try {
    await patientRename(from, to)
  } finally {
    if (replaced !== undefined) setTimeout(() => fs.close(replaced), LATER_MS).unref()
  }
}

/** How Windows says that another program has a file open, such as a virus scanner or an indexer. */
const held: readonly unknown[] = ['EPERM', 'EBUSY', 'EACCES']

/** In milliseconds; together two seconds. */
const pauses = [10, 20, 40, 80, 150, 300, 600, 800]

/**
 * Renames, and on Windows tries again while another program holds one of the files; elsewhere no
 * program can, and these errors are final.
 */
export async function patientRename(
  from: string,
  to: string,
  platform: NodeJS.Platform = process.platform,
  rename: (from: string, to: string) => Promise<void> = fs.promises.rename,
): Promise<void> {
  const isHeld = (cause: unknown) => platform === 'win32' && held.includes(errorCode(cause))
  await patiently(() => rename(from, to), isHeld)
}

/** Waits while too many files are open: other work closes its own within milliseconds. */
function whenFilesCanOpen<T>(act: () => T | Promise<T>): Promise<T> {
  return patiently(act, isOutOfFiles)
}

/** Tries again for two seconds while it fails for a reason that passes. */
async function patiently<T>(
  act: () => T | Promise<T>,
  isPassing: (cause: unknown) => boolean,
): Promise<T> {
  for (const length of pauses) {
    try {
      return await act()
    } catch (cause) {
      if (!isPassing(cause)) throw cause
      await new Promise((resolve) => setTimeout(resolve, length))
    }
  }
  return act()
}

function heldOpen(path: string): number | undefined {
  // Windows cannot replace an open file.
  if (process.platform === 'win32') return undefined
  try {
    return fs.openSync(path, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK)
  } catch {
    // There is no such file yet, or it is not readable: then the rename may take longer.
    return undefined
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders, and its file system orders these operations itself.
  if (process.platform === 'win32') return
  const fd = await whenFilesCanOpen(() => fs.openSync(path, 'r'))
  try {
    await promisify(fs.fsync)(fd)
  } finally {
    fs.closeSync(fd)
  }
}

/** Refuses anything at this path that is not a regular file. */
export function refuseUnlessFile(found: Stats, path: string): void {
  if (found.isFile()) return
  const code = found.isDirectory() ? 'EISDIR' : 'ENXIO'
  const what = found.isDirectory() ? 'it is a folder' : 'it is not a regular file'
  throw Object.assign(new Error(what), { code, path })
}

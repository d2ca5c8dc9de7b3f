import { basename, dirname } from 'node:path'
import type { Files, Whereabouts } from '../../../../src/gateway/store/disk/files.ts'

/**
 * What the machine went through: a killed process; a power cut that leaves only what was made safe;
 * one that leaves half of what was on its way; one that leaves names but not what the files held;
 * and some that leave only every second page of what was on its way, or the last one.
 */
export type Crash = 'kill' | 'power' | 'torn' | 'names' | 'odd pages' | 'even pages' | 'last page'

export const crashes: readonly Crash[] = [
  'kill',
  'power',
  'torn',
  'names',
  'odd pages',
  'even pages',
  'last page',
]

interface Content {
  /** What the running system sees, and what a power cut leaves. */
  now: Buffer
  safe: Buffer
}

interface Opened {
  readonly path: string
  readonly content: Content
}

/**
 * A disk in memory that knows what has been made safe and what has not, as POSIX promises it:
 * content by the sync of a file, names by the sync of their folder. Operations that change something
 * take their time, and those under way together happen in the reverse order, which the system is
 * free to do: so whoever does not wait for one before the next is found out.
 */
export class SimulatedDisk implements Files {
  names = new Map<string, Content>()
  folders = new Set<string>(['.'])
  safeNames = new Map<string, Content>()
  safeFolders = new Set<string>(['.'])
  readonly counts = new Map<string, number>()
  /** Called before every operation that changes something; may throw in its place. */
  before: (operation: string, path: string) => void = () => undefined
  /** How many bytes files may have in all. */
  capacity = Number.POSITIVE_INFINITY
  readonly #open = new Map<number, Opened>()
  readonly #underWay: (() => void)[] = []
  #lastFd = 10

  /** The disk as the next start finds it. */
  after(crash: Crash): SimulatedDisk {
    const disk = new SimulatedDisk()
    const isCut = crash !== 'kill' && crash !== 'names'
    const folders = isCut ? this.safeFolders : this.folders
    // By length, since a folder is lost with the one that it is in.
    for (const folder of [...folders].sort((one, other) => one.length - other.length)) {
      if (disk.folders.has(dirname(folder))) disk.folders.add(folder)
    }
    for (const [path, content] of isCut ? this.safeNames : this.names) {
      if (!disk.folders.has(dirname(path))) continue
      const bytes = Buffer.from(remains(content, crash))
      disk.names.set(path, { now: bytes, safe: bytes })
    }
    disk.safeFolders = new Set(disk.folders)
    disk.safeNames = new Map(disk.names)
    return disk
  }

  /** All of it as one text, to compare. */
  get content(): string {
    const files = [...this.names].map(([path, { now }]) => `${path} ${now.toString('latin1')}`)
    return [...this.folders, ...files].sort().join('\n')
  }

  get openFiles(): number {
    return this.#open.size
  }

  text(path: string): string {
    return this.#content(slashed(path)).now.toString()
  }

  /** Puts content in place behind the store's back. */
  put(name: string, bytes: Buffer | string): void {
    const path = slashed(name)
    const now = Buffer.from(bytes)
    // Whoever has the file open goes on with the same one.
    const content = Object.assign(this.names.get(path) ?? {}, { now, safe: now })
    this.names.set(path, content)
    this.safeNames.set(path, content)
  }

  async open(name: string, flags: 'r' | 'r+' | 'w' | 'wx'): Promise<number> {
    const path = slashed(name)
    const isThere = this.names.has(path)
    if (flags !== 'r') this.#happens('open', path)
    if (flags === 'r' && !isThere) throw failure('ENOENT')
    if (flags === 'wx' && isThere) throw failure('EEXIST')
    if (!this.folders.has(dirname(path))) throw failure('ENOENT')
    if (!isThere) this.names.set(path, { now: Buffer.alloc(0), safe: Buffer.alloc(0) })
    const content = this.#content(path)
    if (flags === 'w') content.now = Buffer.alloc(0)
    this.#lastFd++
    this.#open.set(this.#lastFd, { path, content })
    return this.#lastFd
  }

  close(fd: number): Promise<void> {
    return this.#later(() => {
      this.#opened(fd)
      this.#open.delete(fd)
    })
  }

  async read(fd: number, into: Uint8Array, position: number): Promise<number> {
    const { content } = this.#opened(fd)
    return content.now.copy(into, 0, position, position + into.length)
  }

  write(fd: number, bytes: Uint8Array, position?: number): Promise<number> {
    return this.#later(() => {
      const { path, content } = this.#opened(fd)
      this.#happens('write', path)
      const used = [...this.names.values()].reduce((sum, { now }) => sum + now.length, 0)
      const fits = Math.min(bytes.length, this.capacity - used)
      if (fits <= 0) throw failure('ENOSPC')
      const { now } = content
      const at = position ?? now.length
      content.now = Buffer.concat([
        now.subarray(0, at),
        bytes.subarray(0, fits),
        now.subarray(at + fits),
      ])
      return fits
    })
  }

  sync(fd: number): Promise<void> {
    return this.#later(() => {
      const { path, content } = this.#opened(fd)
      this.#happens('sync', path)
      content.safe = content.now
    })
  }

  truncate(fd: number, length: number): Promise<void> {
    return this.#later(() => {
      const { path, content } = this.#opened(fd)
      this.#happens('truncate', path)
      content.now = content.now.subarray(0, length)
    })
  }

  async size(fd: number): Promise<number> {
    return this.#opened(fd).content.now.length
  }

  async whereabouts(fd: number, name: string): Promise<Whereabouts> {
    const { content } = this.#opened(fd)
    const found = [...this.names].find(([, each]) => each === content)
    const isHere = this.names.get(slashed(name)) === content
    return { isHere, hasName: found !== undefined, path: found?.[0] }
  }

  /** It has no links and no rights. */
  async isLink(): Promise<boolean> {
    return false
  }

  async makePrivate(): Promise<void> {
    // Every file is everybody's.
  }

  async sizeAt(name: string): Promise<number | undefined> {
    const path = slashed(name)
    return this.folders.has(path) ? 0 : this.names.get(path)?.now.length
  }

  rename(oldName: string, newName: string): Promise<void> {
    return this.#later(() => {
      const [from, to] = [slashed(oldName), slashed(newName)]
      this.#happens('rename', to)
      if (this.folders.has(from)) {
        this.#renameFolder(from, to)
        return
      }
      this.names.set(to, this.#content(from))
      this.names.delete(from)
    })
  }

  remove(name: string): Promise<void> {
    return this.#later(() => {
      const path = slashed(name)
      this.#content(path)
      this.#happens('remove', path)
      this.names.delete(path)
    })
  }

  async list(name: string): Promise<string[]> {
    const path = slashed(name)
    if (!this.folders.has(path)) throw failure('ENOENT')
    const all = [...this.names.keys(), ...this.folders]
    return all
      .filter((entry) => entry !== '.' && dirname(entry) === path)
      .map((entry) => basename(entry))
  }

  async makeFolder(name: string): Promise<void> {
    const path = slashed(name)
    if (this.folders.has(path)) throw failure('EEXIST')
    if (!this.folders.has(dirname(path))) throw failure('ENOENT')
    this.#happens('makeFolder', path)
    this.folders.add(path)
  }

  removeFolder(name: string): Promise<void> {
    return this.#later(() => {
      const path = slashed(name)
      this.#happens('removeFolder', path)
      for (const file of this.names.keys()) if (file.startsWith(`${path}/`)) this.names.delete(file)
      for (const folder of this.folders) {
        if (folder === path || folder.startsWith(`${path}/`)) this.folders.delete(folder)
      }
    })
  }

  syncFolder(name: string): Promise<void> {
    return this.#later(() => {
      const path = slashed(name)
      this.#happens('syncFolder', path)
      settle(this.safeNames, this.names, path)
      for (const folder of this.safeFolders) {
        if (dirname(folder) === path && !this.folders.has(folder)) this.safeFolders.delete(folder)
      }
      for (const folder of this.folders) if (dirname(folder) === path) this.safeFolders.add(folder)
    })
  }

  count(operation: string): number {
    return this.counts.get(operation) ?? 0
  }

  #later<T>(work: () => T): Promise<T> {
    if (this.#underWay.length === 0) setImmediate(() => this.#act())
    return new Promise((resolve, reject) => {
      this.#underWay.push(() => {
        try {
          resolve(work())
        } catch (error) {
          reject(error)
        }
      })
    })
  }

  #act(): void {
    for (const work of this.#underWay.splice(0).reverse()) work()
  }

  #renameFolder(from: string, to: string): void {
    if ([...this.names.keys()].some((path) => path.startsWith(`${to}/`))) throw failure('ENOTEMPTY')
    const moved = (path: string) =>
      path.startsWith(`${from}/`) ? to + path.slice(from.length) : path
    this.names = new Map([...this.names].map(([path, content]) => [moved(path), content]))
    this.folders = new Set([...this.folders].map((path) => (path === from ? to : moved(path))))
  }

  #happens(operation: string, path: string): void {
    this.counts.set(operation, this.count(operation) + 1)
    this.before(operation, path)
  }

  #opened(fd: number): Opened {
    const opened = this.#open.get(fd)
    if (opened === undefined) throw failure('EBADF')
    return opened
  }

  #content(path: string): Content {
    const content = this.names.get(path)
    if (content === undefined) throw failure('ENOENT')
    return content
  }
}

/** Tests name files with slashes; the store, as the system does. */
function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}

export function failure(code: string): Error {
  return Object.assign(new Error(`${code}: simulated`), { code })
}

function remains({ now, safe }: Content, crash: Crash): Buffer {
  if (crash === 'kill') return now
  if (crash === 'power' || crash === 'names' || now.length <= safe.length) return safe
  if (crash !== 'torn') return somePages(now, safe.length, crash)
  // Half of what was on its way has arrived.
  return now.subarray(0, safe.length + Math.ceil((now.length - safe.length) / 2))
}

/** The least that a disk writes at once. */
const PAGE = 512

/** The length is known, but pages that never reached the disk read as zeros. */
function somePages(now: Buffer, from: number, crash: Crash): Buffer {
  const found = Buffer.from(now)
  const last = Math.floor((now.length - 1) / PAGE)
  for (let page = Math.floor(from / PAGE); page <= last; page++) {
    const isThere =
      crash === 'last page' ? page === last : (page % 2 === 1) === (crash === 'odd pages')
    if (!isThere)
      found.fill(0, Math.max(page * PAGE, from), Math.min((page + 1) * PAGE, now.length))
  }
  return found
}

function settle(safe: Map<string, Content>, now: Map<string, Content>, folder: string): void {
  for (const path of safe.keys()) {
    if (dirname(path) === folder && !now.has(path)) safe.delete(path)
  }
  for (const [path, content] of now) if (dirname(path) === folder) safe.set(path, content)
}

import type { Files } from './files.ts'
import type { FolderLock } from './lock.ts'

/**
 * The files of a folder that this process owns. Nothing in it changes any more once its lock is lost:
 * another process may own the folder then.
 */
export class OwnedFiles implements Files {
  readonly #files: Files
  readonly #lock: Pick<FolderLock, 'check' | 'look'>

  constructor(files: Files, lock: Pick<FolderLock, 'check' | 'look'>) {
    this.#files = files
    this.#lock = lock
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
  sync = (fd: number) => this.#files.sync(fd)
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

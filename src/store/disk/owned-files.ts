import type { Files } from './files.ts'
import type { FolderLock } from './lock.ts'

/**
 * The files of a folder that this process owns. Nothing in it changes any more once its lock is lost:
 * another process may own the folder then.
 */
export class OwnedFiles implements Files {
  readonly #files: Files
  readonly #lock: Pick<FolderLock, 'check'>

  constructor(files: Files, lock: Pick<FolderLock, 'check'>) {
    this.#files = files
    this.#lock = lock
  }

  async open(...[path, flags, mode]: Parameters<Files['open']>): Promise<number> {
    if (flags !== 'r') await this.#lock.check()
    return await this.#files.open(path, flags, mode)
  }

  async write(fd: number, bytes: Uint8Array, position?: number): Promise<number> {
    await this.#lock.check()
    return await this.#files.write(fd, bytes, position)
  }

  async truncate(fd: number, length: number): Promise<void> {
    await this.#lock.check()
    await this.#files.truncate(fd, length)
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#lock.check()
    await this.#files.rename(from, to)
  }

  async remove(path: string): Promise<void> {
    await this.#lock.check()
    await this.#files.remove(path)
  }

  async makeFolder(path: string): Promise<void> {
    await this.#lock.check()
    await this.#files.makeFolder(path)
  }

  async removeFolder(path: string): Promise<void> {
    await this.#lock.check()
    await this.#files.removeFolder(path)
  }

  async makePrivate(path: string): Promise<void> {
    await this.#lock.check()
    await this.#files.makePrivate(path)
  }

  close = (fd: number) => this.#files.close(fd)
  read: Files['read'] = (fd, into, position) => this.#files.read(fd, into, position)
  sync = (fd: number) => this.#files.sync(fd)
  size = (fd: number) => this.#files.size(fd)
  linkedSize = (fd: number) => this.#files.linkedSize(fd)
  identity = (fd: number) => this.#files.identity(fd)
  identityAt = (path: string) => this.#files.identityAt(path)
  sizeAt = (path: string) => this.#files.sizeAt(path)
  isLink = (path: string) => this.#files.isLink(path)
  list = (path: string) => this.#files.list(path)
  syncFolder = (path: string) => this.#files.syncFolder(path)
}

import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { errorCode, reasonOf } from '../../../base/file-failure.ts'
import { redactText } from '../../../base/redaction/redacted.ts'
import type { Image, Intake } from '../../world/records/medium.ts'
import { ensureFolder, type Files, listNames, refuseLink, syncFolder } from '../disk/files.ts'
import { fileChunks, readEnds } from '../disk/read-file.ts'
import { writeFile } from '../disk/write-file.ts'
import { checkOfLine, headOfLine, imageChunks, refuseOtherVersion } from '../image/image-format.ts'
import { readTrusted } from '../image/image-reader.ts'
import type { ListedSnapshotResponse, SnapshotResponse } from '../port/snapshot-schema.ts'
import { checkNewName, isSnapshotName, recordsIn, type Snapshots } from '../port/snapshots.ts'
import { ImageUnreadable, StoreError, StoreFailure } from '../port/store-error.ts'

interface SnapshotFilesOptions {
  readonly files: Files
  readonly folder: string
  readonly now: () => Date
}

/** Named snapshots as files, in the format of the state file. */
export class SnapshotFiles implements Snapshots {
  readonly #options: SnapshotFilesOptions

  constructor(options: SnapshotFilesOptions) {
    this.#options = options
  }

  async save(name: string, image: Image): ReturnType<Snapshots['save']> {
    const { files, folder, now } = this.#options
    const names = await this.#names()
    checkNewName(name, names)
    await ensureFolder(files, folder)
    await syncFolder(files, dirname(folder))
    const saved_at = now().toISOString()
    // A unique name, since two calls may save the same snapshot at once.
    const temporary = `${this.#path(name)}.${randomUUID()}.tmp`
    const chunks = imageChunks(image, { saved_at })
    const path = this.#path(name)
    const bytes = await writeFile(files, path, chunks, { temporary }).catch(refusedFolder(path))
    return { name, saved_at, bytes, records: recordsIn(image), replaced: names.includes(name) }
  }

  async load(name: string, into: Intake): Promise<boolean> {
    const path = this.#path(name)
    const read = () =>
      readTrusted(fileChunks(this.#options.files, path), into, path).catch(described(path))
    return (await this.#ifThere(name, read)) !== undefined
  }

  async list(limit?: number): Promise<readonly ListedSnapshotResponse[]> {
    const names = (await this.#names()).sort().slice(0, limit)
    const found = await Promise.all(names.map((name) => this.find(name)))
    return found.filter((snapshot) => snapshot !== undefined)
  }

  async find(name: string): Promise<ListedSnapshotResponse | undefined> {
    return await this.#ifThere(name, async () => {
      const bytes = await this.#options.files.sizeAt(this.#path(name))
      try {
        return await this.#describe(name)
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        const reason = redactText(error.message)
        return { name, bytes: bytes ?? 0, damaged: true, reason } as const
      }
    })
  }

  async remove(name: string): Promise<boolean> {
    const { files, folder } = this.#options
    const isGone = await this.#ifThere(name, async () => {
      const path = this.#path(name)
      await files.remove(path).catch(refusedFolder(path))
      return true
    })
    if (isGone) await syncFolder(files, folder)
    return isGone ?? false
  }

  async #names(): Promise<string[]> {
    const { files, folder } = this.#options
    await refuseLink(files, folder)
    return (await listNames(files, folder))
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length))
      .filter(isSnapshotName)
  }

  /** A file system that ignores case would also find it by another name. */
  async #ifThere<T>(name: string, act: () => Promise<T>): Promise<T | undefined> {
    if (!(await this.#names()).includes(name)) return undefined
    try {
      return await act()
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      throw error
    }
  }

  /** Reads only both ends of the file. */
  async #describe(name: string): Promise<SnapshotResponse> {
    const path = this.#path(name)
    const ends = await readEnds(this.#options.files, path).catch(described(path))
    const { head, tail, size: bytes } = ends
    const first = headOfLine(head.split('\n', 1)[0] ?? '')
    const check = tail.split('\n').map(checkOfLine).find(Boolean)
    if (first !== undefined) refuseOtherVersion(first.version, path)
    if (first === undefined || check === undefined) {
      throw new ImageUnreadable(`${path} is damaged: Its first or last line is missing`)
    }
    const records = Object.values(check.records).reduce((sum, count) => sum + count, 0)
    return { name, saved_at: first.saved_at, bytes, records }
  }

  #path(name: string): string {
    return join(this.#options.folder, `${name}.json`)
  }
}

/** Names a folder that is in the place of a file. Linux reports EISDIR, macOS EPERM for its removal. */
function refusedFolder(path: string) {
  return (cause: unknown): never => {
    if (!['EISDIR', 'EPERM', 'EEXIST', 'ENOTEMPTY'].includes(errorCode(cause) ?? '')) throw cause
    throw new StoreFailure(`${path} cannot be replaced or removed: ${reasonOf(cause)}`, { cause })
  }
}

/** Describes a damaged file; a missing one is left to the caller. */
function described(path: string) {
  return (cause: unknown): never => {
    if (cause instanceof ImageUnreadable) {
      throw new ImageUnreadable(`${path} is damaged: ${cause.message}`, { cause })
    }
    if (errorCode(cause) === undefined || errorCode(cause) === 'ENOENT') throw cause
    throw new ImageUnreadable(`${path} cannot be read: ${reasonOf(cause)}`, { cause })
  }
}

/** Named snapshots of a world in memory; they are lost when the process ends. */
export function memorySnapshots(now: () => Date = () => new Date()): Snapshots {
  const stored = new Map<string, { readonly image: Image; readonly snapshot: SnapshotResponse }>()
  return {
    async save(name, image) {
      checkNewName(name, stored.keys())
      const lines = Object.values(image.tables).flat()
      const bytes = lines.reduce((sum, line) => sum + line.length, 0)
      const snapshot = { name, saved_at: now().toISOString(), bytes, records: recordsIn(image) }
      const replaced = stored.has(name)
      stored.set(name, { image, snapshot })
      return { ...snapshot, replaced }
    },
    async load(name, into) {
      const found = stored.get(name)
      if (found === undefined) return false
      await readTrusted(imageChunks(found.image, { saved_at: found.snapshot.saved_at }), into, name)
      return true
    },
    async list(limit) {
      const all = [...stored.values()].map(({ snapshot }) => snapshot)
      return all.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, limit)
    },
    async find(name) {
      return stored.get(name)?.snapshot
    },
    async remove(name) {
      return stored.delete(name)
    },
  }
}

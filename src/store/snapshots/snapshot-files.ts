import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { errorCode, reasonOf } from '../../document/file-failure.ts'
import { redactText } from '../../domain/redaction/redacted.ts'
import { type Image, type Intake, tableNames } from '../../world/records/medium.ts'
import type { Files } from '../disk/files.ts'
import { ensureFolder, listNames, syncFolder } from '../disk/folders.ts'
import { fileChunks, readEnds } from '../disk/read-file.ts'
import { writeFile } from '../disk/write-file.ts'
import {
  checkOfLine,
  FORMAT_VERSION,
  headOfLine,
  type ImageHead,
  refuseOtherVersion,
} from '../image/image-format.ts'
import { hasCheck, readTrusted, readUntrusted } from '../image/image-reader.ts'
import { imageChunks } from '../image/image-writer.ts'
import {
  checkNewName,
  checkSnapshotName,
  isSnapshotName,
  type ListedSnapshot,
  type Snapshot,
  type Snapshots,
} from '../port/snapshots.ts'
import { ImageUnreadable, StoreError } from '../port/store-error.ts'

export interface SnapshotFilesOptions {
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

  async save(name: string, image: Image): Promise<Snapshot> {
    checkSnapshotName(name)
    const { files, folder, now } = this.#options
    await ensureFolder(files, folder)
    checkNewName(name, await this.#names())
    const saved_at = now().toISOString()
    const chunks = imageChunks(image, { format: 'sandgate', version: FORMAT_VERSION, saved_at })
    // A unique name, since two calls may save the same snapshot at once.
    const temporary = `${this.#path(name)}.${randomUUID()}.tmp`
    const bytes = await writeFile(files, this.#path(name), chunks, { temporary })
    return { name, saved_at, bytes, records: recordsIn(image) }
  }

  async load(name: string, into: Intake): Promise<boolean> {
    checkSnapshotName(name)
    if (!(await this.#isThere(name))) return false
    try {
      await this.#read(name, into)
      return true
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false
      throw error
    }
  }

  async list(limit?: number): Promise<readonly ListedSnapshot[]> {
    const names = (await this.#names()).sort()
    const found = await Promise.all(names.slice(0, limit).map((name) => this.#look(name)))
    return found.filter((snapshot) => snapshot !== undefined)
  }

  async #names(): Promise<string[]> {
    const { files, folder } = this.#options
    return (await listNames(files, folder))
      .filter((file) => file.endsWith('.json'))
      .map((file) => file.slice(0, -'.json'.length))
      .filter(isSnapshotName)
  }

  async find(name: string): Promise<ListedSnapshot | undefined> {
    checkSnapshotName(name)
    return (await this.#isThere(name)) ? this.#look(name) : undefined
  }

  /** A file system that ignores case would also find it by another name. */
  async #isThere(name: string): Promise<boolean> {
    return (await this.#names()).includes(name)
  }

  async #look(name: string): Promise<ListedSnapshot | undefined> {
    let bytes = 0
    try {
      const ends = await this.#ends(name)
      bytes = ends.size
      return await this.#describe(name, ends)
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined
      if (!(error instanceof StoreError)) throw error
      return { name, bytes, damaged: true, reason: redactText(error.message) }
    }
  }

  async remove(name: string): Promise<boolean> {
    checkSnapshotName(name)
    const { files, folder } = this.#options
    if (!(await this.#isThere(name))) return false
    try {
      await files.remove(this.#path(name))
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false
      throw error
    }
    await syncFolder(files, folder)
    return true
  }

  /** Reads only both ends of the file, unless it was edited. */
  async #describe(name: string, { head, tail, size }: Ends): Promise<Snapshot> {
    const first = headOfLine(head.split('\n', 1)[0] ?? '')
    const check = tail.split('\n').map(checkOfLine).find(Boolean)
    if (first !== undefined && check !== undefined) {
      refuseOtherVersion(first.version, this.#path(name))
      const records = Object.values(check.records).reduce((sum, count) => sum + count, 0)
      return { name, saved_at: first.saved_at, bytes: size, records }
    }
    let records = 0
    const count = () => {
      records++
    }
    const untrusted = async () => ({ load: count, finish: () => undefined })
    const read = await this.#read(name, { load: count, untrusted })
    return { name, saved_at: read.saved_at, bytes: size, records }
  }

  async #read(name: string, into: Intake): Promise<ImageHead> {
    const path = this.#path(name)
    const read = hasCheck((await this.#ends(name)).tail) ? readTrusted : readUntrusted
    try {
      return await read(fileChunks(this.#options.files, path), into, path)
    } catch (error) {
      throw inPlainWords(path, error)
    }
  }

  async #ends(name: string): Promise<Ends> {
    const path = this.#path(name)
    try {
      return await readEnds(this.#options.files, path)
    } catch (error) {
      throw inPlainWords(path, error)
    }
  }

  #path(name: string): string {
    return join(this.#options.folder, `${name}.json`)
  }
}

type Ends = Awaited<ReturnType<typeof readEnds>>

/** Describes a damaged file; a missing one is left to the caller. */
function inPlainWords(path: string, error: unknown): unknown {
  if (error instanceof ImageUnreadable) {
    return new ImageUnreadable(`${path} is damaged: ${error.message}`, { cause: error })
  }
  if (errorCode(error) === undefined || errorCode(error) === 'ENOENT') return error
  return new ImageUnreadable(`${path} cannot be read: ${reasonOf(error)}`, { cause: error })
}

function recordsIn(image: Image): number {
  return tableNames.reduce((sum, table) => sum + image.tables[table].length, 0)
}

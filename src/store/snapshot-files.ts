import { join } from 'node:path'
import { type Image, tableNames } from '../world/medium.ts'
import type { Files } from './files.ts'
import { ensureFolder, namesIn } from './folders.ts'
import { checkOfLine, type Head, headOfLine, type Visit } from './image-format.ts'
import { readImage } from './image-reader.ts'
import { imageChunks } from './image-writer.ts'
import { currentVersion, type Migration } from './migrations.ts'
import { fileChunks, type Progress, readEnds } from './read-file.ts'
import { checkSnapshotName, type Snapshot, type Snapshots } from './snapshots.ts'
import { hasCheck } from './state-file.ts'
import { errorCode, ImageUnreadable } from './store-error.ts'
import { writeFile } from './write-file.ts'

export interface SnapshotFilesOptions {
  readonly files: Files
  readonly folder: string
  readonly migrations: readonly Migration[]
  readonly now: () => Date
}

/** Named snapshots as files, in the form of the state's own. */
export class SnapshotFiles implements Snapshots {
  readonly #options: SnapshotFilesOptions

  constructor(options: SnapshotFilesOptions) {
    this.#options = options
  }

  async save(name: string, image: Image): Promise<Snapshot> {
    checkSnapshotName(name)
    const { files, folder, migrations, now } = this.#options
    await ensureFolder(files, folder)
    const savedAt = now().toISOString()
    const version = currentVersion(migrations)
    const chunks = imageChunks(image, { format: 'sandgate', version, saved_at: savedAt })
    const bytes = await writeFile(files, this.#path(name), chunks)
    return { name, savedAt, bytes, records: recordsIn(image) }
  }

  async load(name: string, visit: Visit, progress?: Progress): Promise<boolean> {
    checkSnapshotName(name)
    try {
      await this.#read(this.#path(name), visit, progress)
      return true
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false
      throw error
    }
  }

  async list(): Promise<Snapshot[]> {
    const { files, folder } = this.#options
    const names = (await namesIn(files, folder)).filter((name) => name.endsWith('.json'))
    return Promise.all(names.sort().map((name) => this.#describe(name.slice(0, -'.json'.length))))
  }

  async remove(name: string): Promise<boolean> {
    checkSnapshotName(name)
    const { files, folder } = this.#options
    try {
      await files.remove(this.#path(name))
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false
      throw error
    }
    await files.syncFolder(folder)
    return true
  }

  /** From its two ends alone, unless someone has been at it. */
  async #describe(name: string): Promise<Snapshot> {
    const { head, tail, size } = await readEnds(this.#options.files, this.#path(name))
    const [first = ''] = head.split('\n', 1)
    const savedAt = headOfLine(first)?.saved_at
    const check = tail.split('\n').map(checkOfLine).find(Boolean)
    if (savedAt !== undefined && check !== undefined) {
      const records = Object.values(check.records).reduce((sum, count) => sum + count, 0)
      return { name, savedAt, bytes: size, records }
    }
    let records = 0
    const read = await this.#read(this.#path(name), () => {
      records++
    })
    return { name, savedAt: read.saved_at, bytes: size, records }
  }

  async #read(path: string, visit: Visit, progress?: Progress): Promise<Head> {
    const { files, migrations } = this.#options
    const { tail } = await readEnds(files, path)
    try {
      const chunks = fileChunks(files, path, progress)
      const read = await readImage(chunks, visit, {
        trusted: hasCheck(tail),
        migrations,
        name: path,
      })
      return read.head
    } catch (error) {
      if (!(error instanceof ImageUnreadable)) throw error
      throw new ImageUnreadable(`${path} is damaged: ${error.message}`, { cause: error })
    }
  }

  #path(name: string): string {
    return join(this.#options.folder, `${name}.json`)
  }
}

function recordsIn(image: Image): number {
  return tableNames.reduce((sum, table) => sum + image.tables[table].length, 0)
}

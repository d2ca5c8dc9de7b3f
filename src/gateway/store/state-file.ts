import type { Adapter } from 'lowdb'
import { errorCode } from '../../base/file-failure.ts'
import { type Intake, imageOf, type Tables } from '../world/records/medium.ts'
import type { Files } from './disk/files.ts'
import { type FolderKey, refuseOtherKey } from './disk/key-file.ts'
import { fileChunks, type Progress } from './disk/read-file.ts'
import { type WriteOptions, writeFile } from './disk/write-file.ts'
import { imageChunks } from './image/image-format.ts'
import { readTrusted } from './image/image-reader.ts'
import { damaged, ImageUnreadable } from './port/store-error.ts'

/** All rows of a world, and the generation whose log continues them. */
export interface State {
  readonly generation: number
  readonly tables: Tables
}

interface StateFileOptions {
  readonly files: Files
  readonly path: string
  readonly now: () => Date
  readonly key?: FolderKey | undefined
  /** Puts rows into the tables, and into the indexes over them. */
  readonly into: Intake & { readonly tables: Tables }
  readonly progress?: Progress | undefined
}

/**
 * The lowdb adapter of a world's JSON file, which is read and written row by row: a big world has no
 * memory for a second copy.
 */
export class StateFile implements Adapter<State> {
  readonly #options: StateFileOptions
  /** The size of the file. */
  bytes = 0
  /** How the next write replaces the file. */
  next: Pick<WriteOptions, 'wanted' | 'turn'> = {}
  #writes = 0

  constructor(options: StateFileOptions) {
    this.#options = options
  }

  async read(): Promise<State | null> {
    const { files, path, into, key, progress } = this.#options
    try {
      const head = await readTrusted(fileChunks(files, path, progress), into, path)
      if (head.generation === undefined) throw new ImageUnreadable('Its generation is missing')
      if (key !== undefined) refuseOtherKey(key, head.key, path)
      this.bytes = (await files.sizeAt(path)) ?? 0
      return { generation: head.generation, tables: into.tables }
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null
      if (error instanceof ImageUnreadable) {
        const fault = error.message.charAt(0).toLowerCase() + error.message.slice(1)
        throw damaged(path, fault, error)
      }
      throw error
    }
  }

  /** Writes the rows of this moment, whatever changes while they are written. */
  async write({ generation, tables }: State): Promise<void> {
    const { files, path, key, now } = this.#options
    const { next } = this
    const head = { generation, key: key?.check, saved_at: now().toISOString() }
    const chunks = imageChunks(imageOf(tables), head)
    // A write that is no longer wanted may still be ending.
    this.#writes += 1
    const temporary = `${path}.${this.#writes}.tmp`
    this.bytes = await writeFile(files, path, chunks, { ...next, temporary })
  }
}

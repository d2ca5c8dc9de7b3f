import type { Adapter } from 'lowdb'
import { errorCode } from '../../document/file-failure.ts'
import { type Image, type Intake, mapTables } from '../../world/records/medium.ts'
import type { Files } from '../disk/files.ts'
import { type FolderKey, refuseOtherKey } from '../disk/key-file.ts'
import { fileChunks, type Progress } from '../disk/read-file.ts'
import { type WriteOptions, writeFile } from '../disk/write-file.ts'
import { damaged, ImageUnreadable } from '../port/store-error.ts'
import { imageChunks } from './image-format.ts'
import { readTrusted } from './image-reader.ts'

/** All rows at the start of a generation; its logs continue from there. */
export interface State extends Pick<WriteOptions, 'wanted' | 'turn'> {
  readonly generation: number
  readonly image: Image
}

export const noState: State = { generation: 1, image: { tables: mapTables(() => []) } }

export interface StateFileOptions {
  readonly files: Files
  readonly path: string
  readonly now: () => Date
  readonly key?: FolderKey | undefined
  readonly into: Intake
  readonly progress?: Progress | undefined
}

/**
 * The lowdb adapter of a world's JSON file. Rows go straight to the intake as they are read,
 * because a big store has no memory for a second copy.
 */
export class StateFile implements Adapter<State> {
  readonly #options: StateFileOptions
  bytes = 0

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
      return { ...noState, generation: head.generation }
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null
      if (error instanceof ImageUnreadable) {
        const fault = error.message.charAt(0).toLowerCase() + error.message.slice(1)
        throw damaged(path, fault, error)
      }
      throw error
    }
  }

  async write({ generation, image, ...when }: State): Promise<void> {
    const { files, path, key, now } = this.#options
    const head = { generation, key: key?.check, saved_at: now().toISOString() }
    const chunks = imageChunks(image, head)
    const temporary = `${path}.${generation}.tmp`
    this.bytes = await writeFile(files, path, chunks, { ...when, temporary })
  }
}

import type { Adapter } from 'lowdb'
import { errorCode } from '../../document/file-failure.ts'
import { type Image, type Intake, mapTables } from '../../world/records/medium.ts'
import type { Files } from '../disk/files.ts'
import { type FolderKey, refuseOtherKey } from '../disk/key-file.ts'
import { fileChunks, type Progress, readEnds } from '../disk/read-file.ts'
import { type WriteOptions, writeFile } from '../disk/write-file.ts'
import { damaged, ImageUnreadable, misedited } from '../port/store-error.ts'
import { imageChunks } from './image-format.ts'
import { hasCheck, readTrusted, readUntrusted } from './image-reader.ts'

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
  /** Whether the file that was read had no check, because a person took it out. */
  isEdited = false

  constructor(options: StateFileOptions) {
    this.#options = options
  }

  async read(): Promise<State | null> {
    const { files, path, into, key, progress } = this.#options
    let refuse = damaged
    try {
      const { tail, size } = await readEnds(files, path)
      const chunks = fileChunks(files, path, progress)
      const isChecked = hasCheck(tail)
      if (!isChecked && tail.trimEnd().endsWith('}')) refuse = misedited
      const read = isChecked ? readTrusted : readUntrusted
      const head = await read(chunks, into, path)
      if (head.generation === undefined) throw new ImageUnreadable('Its generation is missing')
      if (key !== undefined) refuseOtherKey(key, head.key, path)
      this.bytes = size
      this.isEdited = !isChecked
      return { ...noState, generation: head.generation }
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return null
      if (error instanceof ImageUnreadable) {
        const fault = error.message.charAt(0).toLowerCase() + error.message.slice(1)
        throw refuse(path, fault, error)
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

import { createWriteStream, type WriteStream } from 'node:fs'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import { reasonOf } from '../../base/file-failure.ts'
import type { Judging } from '../../control/parts.ts'
import { endLine, line, lineBreaksIn, stateLines } from '../../control/run-lines.ts'
import { stateDocument } from '../../gateway/store/image/image-reader.ts'
import type { World } from '../../gateway/world/world.ts'
import type { RunEntry } from '../../record/run-entry.ts'
import { makeFolders } from '../named-file.ts'
import { StartError } from '../start-error.ts'

/** Writes a run file while the run continues. */
export class RunWriter {
  readonly #file: string
  readonly #stream: WriteStream
  #lines = 0

  private constructor(file: string, stream: WriteStream) {
    this.#file = file
    this.#stream = stream
  }

  static async open(file: string, header: object): Promise<RunWriter> {
    try {
      await makeFolders(dirname(file))
      const stream = createWriteStream(file)
      await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject))
      const writer = new RunWriter(file, stream)
      writer.#append(line(header))
      return writer
    } catch (cause) {
      throw unwritable(file, cause)
    }
  }

  readonly write = (entry: RunEntry): void => {
    this.#append(line(entry))
  }

  #append(text: string): void {
    this.#lines += lineBreaksIn(text)
    this.#stream.write(text)
  }

  /** Writes the states of the worlds, before they are closed. */
  async writeStates(worlds: readonly World[]): Promise<void> {
    for (const world of worlds) {
      for await (const chunk of stateLines(world, { stateDocument })) this.#append(chunk)
    }
  }

  /** Writes the last line and closes the file. */
  async close(judging: Judging): Promise<void> {
    this.#stream.end(await endLine({ judging }, this.#lines))
    await finished(this.#stream).catch((cause: unknown) => {
      throw unwritable(this.#file, cause)
    })
  }
}

function unwritable(file: string, cause: unknown): StartError {
  return new StartError(`Cannot write the run file ${file}: ${reasonOf(cause)}`)
}

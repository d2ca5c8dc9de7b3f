import { writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { replaceFile } from '../../../runtime/named-file.ts'
import type { Io } from '../../io.ts'
import { fileName } from '../../options/argument.ts'
import { connectToRead, type TargetOptions, withTargetOptions } from '../../options/connection.ts'
import { fileError, outputPlace } from '../../process/files.ts'
import { outputFor } from '../../terminal/output.ts'
import { progressBar } from '../../terminal/progress-bar.ts'

export function exportCommand(command: Command, io: Io): Command {
  return withTargetOptions(command)
    .argument(
      '<file>',
      'where to; a file that is there is replaced, a pipe is written to, - is stdout',
      fileName,
    )
    .action(async (file: string, options: TargetOptions) => {
      const chunks = await connectToRead(options, io).exportState()
      const { bytes, isFile } = await writeState(file, chunks, io)
      const message = `Wrote ${file === '-' ? 'to stdout' : file}: ${bytes} bytes.`
      // Nothing else may follow the document on stdout, which a device may lead to.
      if (!isFile) io.stderr.write(`${message}\n`)
      else outputFor(options, io).result({ file, bytes }, () => message)
    })
}

/** A file is replaced only by a complete export; a device or a pipe gets the data as it arrives. */
async function writeState(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  io: Io,
): Promise<{ readonly bytes: number; readonly isFile: boolean }> {
  const bar = progressBar('Exporting', io.stderr)
  let bytes = 0
  async function* counted() {
    for await (const chunk of chunks) {
      bytes += chunk.length
      bar.update(bytes, undefined)
      yield chunk
    }
  }
  try {
    if (file === '-') {
      await pipeline(counted(), io.stdout, { end: false })
      return { bytes, isFile: false }
    }
    const { path, isFile, mode } = await outputPlace(file)
    await (isFile ? replaceFile(path, counted(), mode) : writeFile(path, counted()))
    return { bytes, isFile }
  } catch (cause) {
    throw fileError('written', file, cause)
  } finally {
    bar.end()
  }
}

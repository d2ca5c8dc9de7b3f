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
      const { bytes, isStdout } = await writeState(
        file,
        await connectToRead(options, io).exportState(),
        io,
      )
      const output = outputFor(options, io)
      const told = `Wrote ${file === '-' ? 'to stdout' : file}: ${bytes} bytes.`
      // Nothing else may be written to stdout after the document.
      if (isStdout) io.stderr.write(`${told}\n`)
      else output.result({ file, bytes }, () => told)
    })
}

const ownOutput = { path: '-', isFile: false, isStdout: true, mode: undefined }

/** A file is replaced only by a complete export; a device or a pipe gets the data as it arrives. */
async function writeState(
  file: string,
  chunks: AsyncIterable<Uint8Array>,
  io: Io,
): Promise<{ readonly bytes: number; readonly isStdout: boolean }> {
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
    const {
      path,
      isFile,
      isStdout = false,
      mode,
    } = file === '-' ? ownOutput : await outputPlace(file, io)
    // Stdout may be a socket, which cannot be opened by name.
    if (isStdout) await pipeline(counted(), io.stdout, { end: false })
    else await (isFile ? replaceFile(path, counted(), mode) : writeFile(path, counted()))
    return { bytes, isStdout }
  } catch (cause) {
    throw fileError('written', file, cause)
  } finally {
    bar.end()
  }
}

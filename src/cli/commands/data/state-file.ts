import { statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { ControlError } from '../../../client/control-error.ts'
import { namedBytes } from '../../../runtime/named-file.ts'
import { CliError } from '../../cli-error.ts'
import type { Io } from '../../io.ts'
import { fileName } from '../../options/argument.ts'
import {
  connect,
  connectToRead,
  type TargetOptions,
  withTargetOptions,
} from '../../options/connection.ts'
import { fileError, writeOutput } from '../../process/files.ts'
import { outputFor } from '../../terminal/output.ts'
import { progressBar } from '../../terminal/progress-bar.ts'
import { dataText, sydneyTimeText } from '../../words/value-text.ts'

export function exportCommand(command: Command, io: Io): Command {
  return withTargetOptions(command)
    .argument(
      '<file>',
      'the file to write (an existing file is replaced), or - for stdout',
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
async function writeState(file: string, chunks: AsyncIterable<Uint8Array>, io: Io) {
  const bar = progressBar('Exporting', io.stderr)
  let bytes = 0
  const counted = withBytes(chunks, (size) => {
    bytes = size
    bar.update(bytes, undefined)
  })
  try {
    if (file === '-') {
      await pipeline(counted, io.stdout, { end: false })
      return { bytes, isFile: false }
    }
    const isFile = await writeOutput(file, counted)
    return { bytes, isFile }
  } finally {
    bar.end()
  }
}

async function* withBytes(chunks: AsyncIterable<Uint8Array>, onBytes: (size: number) => void) {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    onBytes(size)
    yield chunk
  }
}

export function importCommand(command: Command, io: Io): Command {
  return withTargetOptions(command)
    .argument('<file>', 'an export', fileName)
    .action(async (file: string, options: TargetOptions) => {
      const answer = await send(file, options, io)
      outputFor(options, io).result(
        answer,
        () => `Imported ${dataText(answer)}. It is ${sydneyTimeText(answer.now)}.`,
      )
    })
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch (cause) {
    throw fileError('read', file, cause)
  }
}

async function send(file: string, options: TargetOptions, io: Io) {
  const size = sizeOf(file)
  const bar = progressBar('Importing', io.stderr)
  let failure: unknown
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* withBytes(namedBytes(file), (sent) => bar.update(sent, size))
    } catch (cause) {
      failure = cause
      throw cause
    }
  }
  try {
    return await connect(options, io).importState(chunks())
  } catch (cause) {
    if (failure !== undefined) throw fileError('read', file, failure)
    // The sandbox's message names a row at most, so the file is added: there may be several.
    const isAboutFile = cause instanceof ControlError && cause.status === 422
    const next = "'npx sandgate export' writes a file that can be"
    throw isAboutFile
      ? new CliError(`${file} cannot be imported: ${cause.message}; ${next}`)
      : cause
  } finally {
    bar.end()
  }
}

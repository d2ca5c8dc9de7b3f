import { createReadStream, statSync } from 'node:fs'
import type { Command } from 'commander'
import { ControlError } from '../../../client/control-error.ts'
import { CliError } from '../../cli-error.ts'
import type { Io } from '../../io.ts'
import { fileName } from '../../options/argument.ts'
import { connect, type TargetOptions, withTargetOptions } from '../../options/connection.ts'
import { fileError } from '../../process/files.ts'
import { outputFor } from '../../terminal/output.ts'
import { progressBar } from '../../terminal/progress-bar.ts'
import { dataText, sydneyTimeText } from '../../words/value-text.ts'

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
    let sent = 0
    try {
      for await (const chunk of createReadStream(file)) {
        sent += chunk.length
        bar.update(sent, size)
        yield chunk
      }
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

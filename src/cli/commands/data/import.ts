import { statSync } from 'node:fs'
import type { ControlClient } from '../../../control/client/control-client.ts'
import { ControlError } from '../../../control/client/control-error.ts'
import { namedText } from '../../../runtime/named-file.ts'
import { CliError } from '../../cli-error.ts'
import { callCommand } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import type { Io } from '../../io.ts'
import { fileName } from '../../options/argument.ts'
import { fileError, withBytes } from '../../process/files.ts'
import { progressBar } from '../../terminal/progress-bar.ts'
import { dataText, sydneyTimeText } from '../../words/value-text.ts'

export const importCommand = callCommand({
  name: 'import',
  group: 'Save and restore',
  summary: 'Replace the whole state with the state in a file',
  details:
    "Replaces data, clock and rules of a world with a file from 'npx sandgate export'. A damaged file changes nothing.",
  examples: ['import state.json'],
  args: { file: argument('<file>', 'an export', fileName) },
  call: (client, { file }, { io }) => send(file, client, io),
  text: (_output, answer) => `Imported ${dataText(answer)}. It is ${sydneyTimeText(answer.now)}.`,
})

function sizeOf(file: string): number {
  try {
    return statSync(file).size
  } catch (cause) {
    throw fileError('read', file, cause)
  }
}

async function send(file: string, client: ControlClient, io: Io) {
  const size = sizeOf(file)
  const bar = progressBar('Importing', io.stderr)
  let failure: unknown
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield* withBytes(namedText(file), (sent) => bar.update(sent, size))
    } catch (cause) {
      failure = cause
      throw cause
    }
  }
  try {
    return await client.importState(chunks())
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

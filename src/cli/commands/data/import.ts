import type { ControlClient } from '../../../control/client/control-client.ts'
import { ControlError } from '../../../control/client/control-error.ts'
import { namedText } from '../../../runtime/named-file.ts'
import { CliError } from '../../cli-error.ts'
import { callCommand } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import { fileName } from '../../options/argument.ts'
import { fileError } from '../../process/files.ts'
import { dataText, sydneyTimeText } from '../../words/value-text.ts'

export const importCommand = callCommand({
  name: 'import',
  group: 'Save and restore',
  summary: 'Replace the whole state with the state in a file',
  details:
    "Replaces data, clock and rules of a world with a file from 'npx sandgate export'. A damaged file changes nothing.",
  examples: ['import state.json'],
  args: { file: argument('<file>', 'an export', fileName) },
  call: (client, { file }) => send(file, client),
  text: (_output, answer) => `Imported ${dataText(answer)}. It is ${sydneyTimeText(answer.now)}.`,
})

async function send(file: string, client: ControlClient) {
  const refuse = (cause: unknown): never => {
    throw fileError('read', file, cause)
  }
  const text = namedText(file)
  // A missing file is reported even if no sandbox runs.
  const first = await text.next().catch(refuse)
  let failure: unknown
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      if (!first.done) yield first.value
      yield* text
    } catch (cause) {
      failure = cause
      throw cause
    }
  }
  try {
    return await client.importState(chunks())
  } catch (cause) {
    if (failure !== undefined) return refuse(failure)
    // The sandbox's message names a row at most, so the file is added: there may be several.
    const isAboutFile = cause instanceof ControlError && cause.status === 422
    const next = "'npx sandgate export' writes a file that can be"
    throw isAboutFile
      ? new CliError(`${file} cannot be imported: ${cause.message}; ${next}`)
      : cause
  }
}

import { pipeline } from 'node:stream/promises'
import { command } from '../../define/command.ts'
import { argument } from '../../define/option.ts'
import type { Io } from '../../io.ts'
import { fileName } from '../../options/argument.ts'
import { connectToRead } from '../../options/connection.ts'
import { writeOutput } from '../../process/files.ts'
import { outputFor } from '../../terminal/output.ts'

export const exportCommand = command({
  name: 'export',
  group: 'Save and restore',
  summary: 'Write the whole state to a file',
  details:
    "Writes data, clock and rules of a world to a file, as JSON; 'npx sandgate import' reads it again, here or elsewhere. Snapshots and requests are not part of it.",
  examples: ['export state.json', 'export - | gzip > state.json.gz'],
  args: {
    file: argument(
      '<file>',
      'the file to write (an existing file is replaced), or - for stdout',
      fileName,
    ),
  },
  target: 'world',
  async run(given, { io }) {
    const { file } = given
    const chunks = await connectToRead(given, io).exportState()
    const { bytes, written } = await writeState(file, chunks, io)
    const replaced = written === 'replaced'
    const message = `${replaced ? 'Replaced' : 'Wrote'} ${file === '-' ? 'to stdout' : file}: ${bytes} bytes.`
    // Nothing else may follow the document on stdout, which a device may lead to.
    if (written === 'passed on') io.stderr.write(`${message}\n`)
    else outputFor(given, io).result({ file, bytes, replaced }, () => message)
  },
})

/** A file is replaced only by a complete export; a device or a pipe gets the data as it arrives. */
async function writeState(file: string, chunks: AsyncIterable<Uint8Array>, io: Io) {
  let bytes = 0
  async function* counted() {
    for await (const chunk of chunks) {
      bytes += chunk.length
      yield chunk
    }
  }
  if (file !== '-') return { written: await writeOutput(file, counted()), bytes }
  await pipeline(counted(), io.stdout, { end: false })
  return { written: 'passed on' as const, bytes }
}

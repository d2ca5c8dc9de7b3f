import { Readable, Writable } from 'node:stream'
import { actCommands } from '../catalogue/act-commands.ts'
import { lookCommands } from '../catalogue/look-commands.ts'
import { newCommand } from '../command.ts'
import type { Io, OutputStream } from '../io.ts'
import { failureOf } from '../words/failure.ts'

const entries = [...actCommands.entries, ...lookCommands.entries]

/** Runs a command of the command line and gives what it prints; throws what it complains about. */
export async function commandOutput([name, ...words]: readonly string[]): Promise<string> {
  const entry = entries.find((one) => one.name === name)
  if (entry === undefined) throw new Error(`There is no command '${name}'`)
  const out = collector()
  const warnings = collector()
  const io: Io = {
    env: process.env,
    stdin: Readable.from([]),
    stdout: out.stream,
    stderr: warnings.stream,
  }
  try {
    const complete = await entry.load()
    await complete(newCommand(entry.name, entry), io).parseAsync(words, { from: 'user' })
  } catch (error) {
    throw new Error([...failureOf(error).lines, out.text()].join('\n').trim())
  }
  return (warnings.text() + out.text()).trim()
}

interface Collector {
  readonly stream: OutputStream
  text(): string
}

function collector(): Collector {
  const chunks: Buffer[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString() }
}

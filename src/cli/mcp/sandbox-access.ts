import { Readable, Writable } from 'node:stream'
import { type ControlClient, controlClient } from '../../control/client/control-client.ts'
import type { ControlTarget } from '../../control/client/control-connection.ts'
import { NoSandboxError } from '../../control/client/control-error.ts'
import { settingsFrom } from '../../runtime/config/settings-from.ts'
import { worldInUrl } from '../../runtime/listening/server-address.ts'
import type { Log, Running } from '../../runtime/running.ts'
import { startServer } from '../../runtime/start-server.ts'
import type { Commands } from '../define/command.ts'
import { programCommand } from '../define/program-command.ts'
import type { Io, OutputStream } from '../io.ts'
import { worldOf } from '../options/connection.ts'
import { failureOf } from '../words/failure.ts'

export interface FoundSandbox {
  readonly client: ControlClient
  readonly url: string
  readonly world: string
  readonly api: string
  readonly dashboard: string
  /** Whether this process started it and will stop it. */
  readonly isOwn: boolean
}

interface AccessParts {
  readonly url: string
  readonly token: string | undefined
  readonly log: Log
  /** The command line, whose commands some tools run. */
  readonly commands: Commands
}

/** Uses the sandbox at an address, or starts one in memory; stops only the one it started. */
export class SandboxAccess {
  readonly #url: string
  readonly #token: string | undefined
  readonly #log: Log
  readonly #commands: Commands
  #own: Promise<Running> | undefined

  constructor({ url, token, log, commands }: AccessParts) {
    this.#url = url
    this.#token = token
    this.#log = log
    this.#commands = commands
  }

  /** The running sandbox, or a new one. */
  async open(world?: string): Promise<FoundSandbox> {
    try {
      return await this.use(world)
    } catch (error) {
      if (!(error instanceof NoSandboxError)) throw error
    }
    this.#own = start(this.#log)
    return await this.use(world)
  }

  /** The sandbox that is in use; fails if none answers. A reader creates no missing world. */
  async use(named?: string, isReader = false): Promise<FoundSandbox> {
    const target = this.#own === undefined ? await this.#find() : { url: (await this.#own).url }
    const given = { url: target.url, world: named ?? process.env.SANDGATE_WORLD ?? '' }
    const world = worldOf(given)
    const { url: base } = worldInUrl(target.url)
    const client = controlClient({
      ...target,
      url: base,
      world,
      ...(isReader && { isExisting: true }),
    })
    const url = client.urlOf()
    const isOwn = this.#own !== undefined
    return { client, url, world, api: `${url}/v1`, dashboard: `${url}/_sandbox`, isOwn }
  }

  /** What a command of the command line prints. The tools are a separate bundle, without commands. */
  command(words: readonly string[]): Promise<string> {
    return commandOutput(this.#commands, words)
  }

  async close(): Promise<void> {
    await (await this.#own)?.stop()
  }

  /** Fails if none answers: an empty report of a new sandbox would pass for a clean one. */
  async #find(): Promise<ControlTarget> {
    const target = { url: this.#url, token: this.#token, patience: 5000 }
    try {
      await controlClient({ ...target, url: worldInUrl(this.#url).url }).health()
    } catch (error) {
      if (!(error instanceof NoSandboxError)) throw error
      const advice = 'Call the tool `sandbox` to start one, or start it with `npx sandgate start`.'
      throw new NoSandboxError(`${error.message}. ${advice}`, error)
    }
    return target
  }
}

async function start(log: Log): Promise<Running> {
  return await startServer(await settingsFrom({}, 'test'), log)
}

/** Runs a command of the command line and gives what it prints; throws what it complains about. */
async function commandOutput(
  commands: Commands,
  [name = '', ...words]: readonly string[],
): Promise<string> {
  const out = collector()
  const warnings = collector()
  const io: Io = {
    env: process.env,
    stdin: Readable.from([]),
    stdout: out.stream,
    stderr: warnings.stream,
  }
  try {
    const definition = await commands[name]?.()
    if (definition === undefined) throw new Error(`There is no command '${name}'`)
    await programCommand(definition, { io, all: commands }).parseAsync(words, {
      from: 'user',
    })
  } catch (error) {
    throw new Error([...failureOf(error).lines, out.text()].join('\n').trim())
  }
  return (warnings.text() + out.text()).trim()
}

function collector() {
  const chunks: Buffer[] = []
  const stream: OutputStream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => Buffer.concat(chunks).toString() }
}

import { tmpdir } from 'node:os'
import { Readable, Writable } from 'node:stream'
import type { OutputStream } from '../../src/cli/io.ts'
import { run } from '../../src/cli/program.ts'
import { type Ended, plainEnvironment, Running, type Spawned } from './running.ts'

const home = process.cwd()

interface Place extends Spawned {
  readonly stdin?: string
  /** What a command finds out about its terminal; it has none unless told. */
  readonly terminal?: {
    readonly isTTY: true
    readonly columns: number
    /** For colours. */
    readonly getColorDepth?: () => number
  }
}

/** Runs a command of the command line to its end, in this process. */
export async function sandgate(args: readonly string[], place: Place = {}): Promise<Ended> {
  return await new Command(args, place).ended
}

/** A command in this process. Relative files are in `cwd` until it has ended, or is ready. */
export class Command extends Running {
  readonly ended: Promise<Ended>
  readonly pid = process.pid
  readonly #stopping = new AbortController()

  constructor(args: readonly string[], { cwd = tmpdir(), env = {}, terminal, stdin }: Place = {}) {
    super()
    const io = {
      env: { ...plainEnvironment(), ...env },
      stdin: Object.assign(Readable.from(stdin === undefined ? [] : [stdin]), terminal),
      stdout: Object.assign(this.#written('stdout'), terminal),
      stderr: Object.assign(this.#written('stderr'), terminal),
      stopping: this.#stopping.signal,
    }
    process.chdir(cwd)
    this.ended = run(args, io).then((code) => {
      process.chdir(home)
      return { code, signal: null, ...this.printed }
    })
  }

  /** Whatever the signal: it is told to stop. */
  kill(_signal: NodeJS.Signals): void {
    this.#stopping.abort()
  }

  #written(where: 'stdout' | 'stderr'): OutputStream {
    const decoder = new TextDecoder()
    return new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.collect(where, decoder.decode(chunk, { stream: true }))
        done()
      },
    })
  }
}

/** A sandbox of the command line on a free port, and commands that talk to it. */
export class CommandSandbox<P extends Running = Command> implements AsyncDisposable {
  readonly url: string
  readonly api: string
  readonly process: P

  private constructor(process: P, ready: { readonly url: string; readonly api: string }) {
    this.process = process
    this.url = ready.url
    this.api = ready.api
  }

  /** In memory unless the arguments name a data folder. */
  static async start(args: readonly string[] = [], spawned: Spawned = {}): Promise<CommandSandbox> {
    const sandbox = await CommandSandbox.of(new Command(startArguments(args), spawned))
    process.chdir(home)
    return sandbox
  }

  /** The one that a start has told to be ready. */
  static async of<R extends Running>(start: R): Promise<CommandSandbox<R>> {
    return new CommandSandbox(start, JSON.parse(await start.printing(/^{.*}$/m)))
  }

  /** Runs a command against this sandbox. */
  run(args: readonly string[], { env = {}, ...place }: Place = {}): Promise<Ended> {
    return sandgate(args, { ...place, env: { SANDGATE_URL: this.url, ...env } })
  }

  /** The document that a command prints with `--json`. */
  async json<T = unknown>(...args: readonly string[]): Promise<T> {
    const { code, stdout, stderr } = await this.run([...args, '--json'])
    if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${stderr}`)
    return JSON.parse(stdout)
  }

  stop(): Promise<Ended> {
    return this.process.interrupt()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.process[Symbol.asyncDispose]()
  }
}

export function startArguments(args: readonly string[]): readonly string[] {
  const memory = args.includes('--data') ? [] : ['--memory']
  return ['start', '--port', '0', '--json', ...memory, ...args]
}

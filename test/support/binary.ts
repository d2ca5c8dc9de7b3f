import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** The command line that ships. */
export const binary = path.resolve(import.meta.dirname, '../../bin/sandgate.js')

export interface Spawned {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command of the command line to its end. */
export async function sandgate(args: readonly string[], spawned: Spawned = {}): Promise<Ended> {
  const child = new BinaryProcess(args, spawned)
  return await child.ended
}

/** A command that is still running. */
export class BinaryProcess implements AsyncDisposable {
  readonly ended: Promise<Ended>
  readonly #child: ChildProcess
  readonly #printed = { stdout: '', stderr: '' }
  readonly #waiting = new Set<() => void>()

  /** `program` runs the binary in another way than directly. */
  constructor(
    args: readonly string[],
    { cwd = tmpdir(), env = {} }: Spawned = {},
    [program, ...before]: readonly [string, ...string[]] = [process.execPath, binary],
  ) {
    const child = spawn(program, [...before, ...args], {
      cwd,
      env: { ...plainEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Whatever becomes of the test, no process stays behind.
      timeout: 300_000,
      killSignal: 'SIGKILL',
    })
    this.#child = child
    this.#collect('stdout')
    this.#collect('stderr')
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal, ...this.#printed }))
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  get printed(): { readonly stdout: string; readonly stderr: string } {
    return this.#printed
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** Stops it as Ctrl-C does, and gives how it ended. */
  async interrupt(): Promise<Ended> {
    this.kill('SIGINT')
    return await this.ended
  }

  /** From now on nobody reads what it prints, whose pipes are closed or only left alone. */
  stopReading(pipes: 'closed' | 'open'): void {
    for (const pipe of [this.#child.stdout, this.#child.stderr]) {
      if (pipes === 'closed') pipe?.destroy()
      else pipe?.pause()
    }
  }

  /** Settles once it has printed what is looked for; fails if it ends without. */
  async printing(wanted: string | RegExp, where: 'stdout' | 'stderr' = 'stdout'): Promise<string> {
    const found = () => this.#printed[where].match(wanted)?.[0]
    let isOver = false
    this.ended.then(() => {
      isOver = true
      for (const look of this.#waiting) look()
    }, undefined)
    return await new Promise((resolve, reject) => {
      const look = () => {
        const text = found()
        if (text === undefined && !isOver) return
        this.#waiting.delete(look)
        if (text !== undefined) resolve(text)
        else reject(new Error(`It ended without ${wanted}: ${JSON.stringify(this.#printed)}`))
      }
      this.#waiting.add(look)
      look()
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.kill('SIGTERM')
    await this.ended
  }

  #collect(where: 'stdout' | 'stderr'): void {
    this.#child[where]?.setEncoding('utf8').on('data', (chunk: string) => {
      this.#printed[where] += chunk
      for (const look of this.#waiting) look()
    })
  }
}

/** A sandbox of the binary on a free port, and commands that talk to it. */
export class BinarySandbox implements AsyncDisposable {
  readonly url: string
  readonly api: string
  readonly process: BinaryProcess

  private constructor(
    process: BinaryProcess,
    ready: { readonly url: string; readonly api: string },
  ) {
    this.process = process
    this.url = ready.url
    this.api = ready.api
  }

  /** In memory unless the arguments name a data folder. */
  static async start(args: readonly string[] = [], spawned: Spawned = {}): Promise<BinarySandbox> {
    const memory = args.includes('--data') ? [] : ['--memory']
    const all = ['start', '--port', '0', '--json', ...memory, ...args]
    const process = new BinaryProcess(all, spawned)
    const line = await process.printing(/^{.*}$/m)
    return new BinarySandbox(process, JSON.parse(line))
  }

  /** Runs a command against this sandbox. */
  run(args: readonly string[], { cwd, env = {} }: Spawned = {}): Promise<Ended> {
    return sandgate(args, { ...(cwd && { cwd }), env: { SANDGATE_URL: this.url, ...env } })
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

/** Nothing of what the tests themselves run under may leak into what they look at. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(?:SANDGATE_|FORCE_COLOR$|NO_COLOR$|VITEST|NODE_OPTIONS$)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
}

import { type ChildProcess, spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CommandSandbox, startArguments } from './command.ts'
import { type Ended, plainEnvironment, Running, type Spawned } from './running.ts'

/** The command line that ships. */
export const binary = path.resolve(import.meta.dirname, '../../bin/sandgate.js')

/** Runs a command to its end in a process of its own. */
export async function runBinary(args: readonly string[], spawned: Spawned = {}): Promise<Ended> {
  return await new BinaryProcess(args, spawned).ended
}

/** A sandbox in a process of its own, in memory unless the arguments name a data folder. */
export async function startBinary(
  args: readonly string[] = [],
  spawned: Spawned = {},
): Promise<CommandSandbox<BinaryProcess>> {
  return await CommandSandbox.of(new BinaryProcess(startArguments(args), spawned))
}

/** A command in a process of its own. */
export class BinaryProcess extends Running {
  readonly ended: Promise<Ended>
  readonly #child: ChildProcess

  /** `program` runs the binary in another way than directly. */
  constructor(
    args: readonly string[],
    { cwd = tmpdir(), env = {} }: Spawned = {},
    [program, ...before]: readonly [string, ...string[]] = [process.execPath, binary],
  ) {
    super()
    const child = spawn(program, [...before, ...args], {
      cwd,
      env: { ...plainEnvironment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Whatever becomes of the test, no process stays behind.
      timeout: 300_000,
      killSignal: 'SIGKILL',
    })
    this.#child = child
    for (const where of ['stdout', 'stderr'] as const) {
      child[where].setEncoding('utf8').on('data', (chunk: string) => this.collect(where, chunk))
    }
    this.ended = new Promise((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal, ...this.printed }))
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal)
  }

  /** From now on nobody reads what it prints, whose pipes are closed or only left alone. */
  stopReading(pipes: 'closed' | 'open'): void {
    for (const pipe of [this.#child.stdout, this.#child.stderr]) {
      if (pipes === 'closed') pipe?.destroy()
      else pipe?.pause()
    }
  }
}

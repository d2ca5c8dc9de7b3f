import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { Settings } from '../../runtime/config/settings.ts'
import type { Running } from '../../runtime/running.ts'
import type { Io } from '../io.ts'
import { codeOfSignal, onLostNpx, passedSignals } from './signals.ts'
import { spawnCommand, startFailure } from './spawn-command.ts'

export interface ChildOptions {
  readonly env: NodeJS.ProcessEnv
  /** Sends the child's stdout to our stderr. */
  readonly stdoutToStderr: boolean
}

export interface ChildEnd {
  readonly exitCode: number
  /** Why the command could not be started. */
  readonly failure?: string
}

/** Runs a command until it ends and forwards signals to it. */
export function runChild(
  words: readonly string[],
  io: Io,
  { env, stdoutToStderr }: ChildOptions,
): Promise<ChildEnd> {
  const stdout = stdoutToStderr ? io.stderr : io.stdout
  return new Promise((resolve) => {
    const stdio = [
      inherited(io.stdin, 'ignore'),
      inherited(stdout, 'pipe'),
      inherited(io.stderr, 'pipe'),
    ]
    const child = spawnCommand(words, { env, stdio })
    child.stdout?.pipe(stdout, { end: false })
    child.stderr?.pipe(io.stderr, { end: false })
    const stopPassing = passSignalsTo(child, io)
    child.on('error', (cause: NodeJS.ErrnoException) => {
      stopPassing()
      resolve(startFailure(words[0] ?? '', cause))
    })
    child.on(child.stdout ? 'close' : 'exit', (code, signal) => {
      stopPassing()
      resolve({ exitCode: signal === null ? (code ?? 1) : codeOfSignal(signal) })
    })
  })
}

/** The child inherits a stream of the process; it cannot inherit a test's stream. */
function inherited(
  stream: Readable | Writable,
  otherwise: 'ignore' | 'pipe',
): Readable | Writable | 'ignore' | 'pipe' {
  return 'fd' in stream ? stream : otherwise
}

/**
 * A terminal also sends Ctrl-C and Ctrl-\ to the command itself, and most programs quit hard on a
 * second one, so these are not forwarded there. A second Ctrl-C ends both at once.
 */
function passSignalsTo(child: ChildProcess, io: Io): () => void {
  let interrupts = 0
  const listeners = passedSignals.map((signal) => {
    const pass = () => {
      if (signal === 'SIGINT') interrupts += 1
      if (interrupts > 1) {
        child.kill('SIGKILL')
        process.exit(codeOfSignal('SIGINT'))
      }
      if (!keys.has(signal) || !isAtTerminal(io)) child.kill(signal)
    }
    process.on(signal, pass)
    return { signal, pass }
  })
  const forget = onLostNpx(() => child.kill('SIGTERM'))
  return () => {
    forget()
    for (const { signal, pass } of listeners) process.off(signal, pass)
  }
}

/** Signals that a terminal has keys for. */
const keys: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGQUIT'])

function isAtTerminal({ stdin, stdout, stderr }: Io): boolean {
  return [stdin, stdout, stderr].some(({ isTTY }) => isTTY)
}

/** The environment by which a command finds its sandbox. */
export function sandboxEnvironment(
  { url, api, dashboard, ca }: Running,
  { controlToken }: Settings,
): NodeJS.ProcessEnv {
  return {
    SANDGATE_URL: url,
    SANDGATE_API: api,
    SANDGATE_DASHBOARD: dashboard,
    ...(ca !== undefined && { SANDGATE_CA: ca, NODE_EXTRA_CA_CERTS: ca }),
    ...(controlToken && { SANDGATE_CONTROL_TOKEN: controlToken }),
  }
}

/** Why tests that use the library may not reach the sandbox of their command. */
export const OWN_SANDBOX =
  'Tests that start their own sandbox with startSandbox() have to use connectSandbox() here.'

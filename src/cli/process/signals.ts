import { constants } from 'node:os'
import type { Io } from '../io.ts'

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * The signals forwarded to a command under `exec`. Left out are those about a process's own faults
 * and children, and those that suspend it, since a shell must see `exec` suspended as well. SIGUSR1
 * would open Node's debugger, but it is meant for the command.
 */
const forCommands: readonly NodeJS.Signals[] = [
  ...(['SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGVTALRM', 'SIGCONT', 'SIGWINCH'] as const),
  ...(['SIGIO', 'SIGURG', 'SIGPWR', 'SIGXCPU', 'SIGINFO'] as const),
]

/** On Windows only stop signals can be sent to another process. */
export const passedSignals: readonly NodeJS.Signals[] = [
  ...stopSignals,
  ...(process.platform === 'win32' ? [] : forCommands.filter((name) => name in constants.signals)),
]

/** Whether a signal asks us to stop. */
export function isStop(signal: NodeJS.Signals): boolean {
  return stopSignals.some((one) => one === signal)
}

/** The exit code by which shells report a process ended by a signal. */
export function codeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}

/** The exit code of a command that was stopped by a signal. */
export function codeOfStop({ reason }: AbortSignal): number {
  return codeOfSignal(stopSignals.find((signal) => signal === reason) ?? 'SIGINT')
}

/**
 * Aborts at the first stop signal; a second Ctrl-C ends the process at once. Before `isReady`, every
 * stop signal does: a start may wait for a pipe that nobody writes to, and so would process.exit.
 */
export function stopSignal({ stopping: given }: Io, isReady = () => true): AbortSignal {
  if (given !== undefined) return given
  const stopping = new AbortController()
  for (const signal of stopSignals) {
    const stop = () => {
      if (stopping.signal.aborted && signal === 'SIGINT') process.exit(codeOfSignal('SIGINT'))
      stopping.abort(signal)
      if (isReady()) return
      process.off(signal, stop)
      process.kill(process.pid, signal)
    }
    process.on(signal, stop)
  }
  onLostNpx(() => stopping.abort())
  return stopping.signal
}

export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

/** The polling interval. */
const LOOK_EVERY_MS = 250

/**
 * Under npx a shell runs between npm and us. A SIGTERM to npm ends that shell but never reaches us,
 * so we watch for a changed parent process.
 */
export function onLostNpx(act: () => void, env: NodeJS.ProcessEnv = process.env): () => void {
  if (env.npm_command !== 'exec') return () => undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    act()
  }, LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

import { constants } from 'node:os'
import type { Io } from '../io.ts'

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * What a command under `exec` may listen to. Not among them: what only tells of a process's own
 * faults and children, and what stops it, since a shell must find `exec` stopped as well. Node would
 * open a debugger on SIGUSR1, but it is meant for the command.
 */
const forCommands: readonly NodeJS.Signals[] = [
  ...(['SIGQUIT', 'SIGUSR1', 'SIGUSR2', 'SIGALRM', 'SIGVTALRM', 'SIGCONT', 'SIGWINCH'] as const),
  ...(['SIGIO', 'SIGURG', 'SIGPWR', 'SIGXCPU', 'SIGINFO'] as const),
]

/** Windows knows no signals between processes but those that stop them. */
export const passedSignals: readonly NodeJS.Signals[] = [
  ...stopSignals,
  ...(process.platform === 'win32' ? [] : forCommands.filter((name) => name in constants.signals)),
]

/** How shells report the end of a process by a signal. */
export function codeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}

/** Aborted by the first signal to stop; a second Ctrl-C ends the process at once. */
export function stopSignal({ stopping: given }: Io): AbortSignal {
  if (given !== undefined) return given
  const stopping = new AbortController()
  for (const signal of stopSignals) {
    process.on(signal, () => {
      if (stopping.signal.aborted && signal === 'SIGINT') process.exit(codeOfSignal('SIGINT'))
      stopping.abort()
    })
  }
  onLostNpx(() => stopping.abort())
  return stopping.signal
}

export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

/** Between two looks. */
const LOOK_EVERY_MS = 250

/**
 * Under npx there is a shell between npm and us, which a SIGTERM to npm ends and we never hear of.
 * We notice that our parent is another one.
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

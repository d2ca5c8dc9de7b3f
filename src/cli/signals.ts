import { constants } from 'node:os'

export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** How shells report the end of a process by a signal. */
export function codeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}

/** Aborted by the first signal to stop; a second Ctrl-C ends the process there and then. */
export function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of stopSignals) {
    process.on(signal, () => {
      if (stopping.signal.aborted && signal === 'SIGINT') process.exit(codeOfSignal('SIGINT'))
      stopping.abort()
    })
  }
  return stopping.signal
}

export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
}

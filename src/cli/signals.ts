import { constants } from 'node:os'

export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

export const stopSignals: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** How shells report the end of a process by a signal. */
export function codeOfSignal(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}

/** Settles with the first signal to stop; the second Ctrl-C ends the process there and then. */
export function untilStopped(): Promise<StopSignal> {
  return new Promise((resolve) => {
    let isStopping = false
    for (const signal of stopSignals) {
      process.on(signal, () => {
        if (isStopping && signal === 'SIGINT') process.exit(codeOfSignal('SIGINT'))
        isStopping = true
        resolve(signal)
      })
    }
  })
}

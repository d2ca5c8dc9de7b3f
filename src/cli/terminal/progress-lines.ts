import type { ProgressBar } from './progress-bar.ts'

const EVERY_MS = 30_000

/** For where there is no terminal: work that says nothing for long looks as if it hung. */
export function progressLines(
  label: string,
  stream: { readonly write: (text: string) => unknown },
  now = () => performance.now(),
): ProgressBar {
  let saidAt = now()
  return {
    isVisible: false,
    update: (_done, _total, note = '') => {
      if (now() - saidAt < EVERY_MS) return
      saidAt = now()
      stream.write(`${label}: ${note}\n`)
    },
    end: () => undefined,
  }
}

import { monotonicMs } from '../../base/monotonic.ts'
import type { OutputStream } from '../io.ts'
import { USUAL_WIDTH } from './flow.ts'

const WIDTH = 24
const FRAME_MS = 80

export interface ProgressBar {
  /** Without a `total`, only the note is shown. */
  update(done: number, total: number | undefined, note?: string): void
  /** Removes the bar from the screen. */
  end(): void
}

/** A bar in the last line of a terminal; no output elsewhere. */
export function progressBar(label: string, stream: OutputStream): ProgressBar {
  if (!stream.isTTY) return { update: () => undefined, end: () => undefined }
  let drawnAt = 0
  let isShown = false
  return {
    update: (done, total, note = '') => {
      const now = monotonicMs()
      // The end is drawn in any case.
      if (isShown && now - drawnAt < FRAME_MS && done !== total) return
      drawnAt = now
      isShown = true
      const parts = [label, ...(total ? [barText(done, total)] : []), ...(note ? [note] : [])]
      // A line that wraps is not drawn over itself.
      const line = parts.join(' ').slice(0, (stream.columns ?? USUAL_WIDTH) - 1)
      stream.write(`\r${line}\u001b[K`)
    },
    end: () => {
      if (isShown) stream.write('\r\u001b[K')
      isShown = false
    },
  }
}

function barText(done: number, total: number): string {
  const share = Math.min(1, done / total)
  const filled = Math.round(share * WIDTH)
  return `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)}%`
}

const EVERY_MS = 30_000

/** Progress without a terminal: long silent work looks as if it hung. */
export function progressLines(
  label: string,
  stream: { readonly write: (text: string) => unknown },
  now = () => monotonicMs(),
): ProgressBar {
  let saidAt = now()
  return {
    update: (_done, _total, note = '') => {
      if (now() - saidAt < EVERY_MS) return
      saidAt = now()
      stream.write(`${label}: ${note}\n`)
    },
    end: () => undefined,
  }
}

/** A bar while a big store is read; a small one loads before a bar would be visible. */
export function loadingBar(stderr: OutputStream) {
  const bar = progressBar('Loading the store', stderr)
  return {
    update: (read: number, total: number) => {
      if (total > BIG) bar.update(read, total)
    },
    end: bar.end,
  }
}

const BIG = 4 * 1024 * 1024

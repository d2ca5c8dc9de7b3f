import { monotonicMs } from '../../base/monotonic.ts'
import type { OutputStream } from '../io.ts'
import { USUAL_WIDTH } from './flow.ts'

const WIDTH = 24
const FRAME_MS = 80

export interface ProgressBar {
  readonly isVisible: boolean
  /** An undefined `total` means that the duration is unknown. */
  update(done: number, total: number | undefined, note?: string): void
  /** Removes the bar from the screen. */
  end(): void
}

/** A bar in the last line of a terminal; no output elsewhere. */
export function progressBar(label: string, stream: OutputStream): ProgressBar {
  if (!stream.isTTY) return { isVisible: false, update: () => undefined, end: () => undefined }
  let drawnAt = 0
  let isShown = false
  return {
    isVisible: true,
    update: (done, total, note = '') => {
      const now = monotonicMs()
      // The end is drawn in any case.
      if (isShown && now - drawnAt < FRAME_MS && done !== total) return
      drawnAt = now
      isShown = true
      const line = `${label} ${barText(done, total, now)}${note && ` ${note}`}`
      // A line that wraps is not drawn over itself.
      stream.write(`\r${line.slice(0, (stream.columns ?? USUAL_WIDTH) - 1)}\u001b[K`)
    },
    end: () => {
      if (isShown) stream.write('\r\u001b[K')
      isShown = false
    },
  }
}

function barText(done: number, total: number | undefined, now: number): string {
  if (total === undefined || total === 0) return `[${sweep(now)}]`
  const share = Math.min(1, done / total)
  const filled = Math.round(share * WIDTH)
  return `[${'#'.repeat(filled)}${'-'.repeat(WIDTH - filled)}] ${Math.floor(share * 100)}%`
}

function sweep(now: number): string {
  const at = Math.floor(now / FRAME_MS) % (2 * (WIDTH - 3))
  const left = Math.min(at, 2 * (WIDTH - 3) - at)
  return `${'-'.repeat(left)}###${'-'.repeat(WIDTH - 3 - left)}`
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
    isVisible: false,
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

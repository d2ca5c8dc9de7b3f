import { messageOf } from '../../document/file-failure.ts'
import { printable } from '../../document/printable.ts'
import type { Io, OutputStream } from '../io.ts'
import { progressBar } from '../terminal/progress-bar.ts'

/** Where a sandbox tells of trouble: one line each, on stderr. */
export function logTo({ stderr }: Io) {
  return (line: string, cause?: unknown): void => {
    const text = cause === undefined ? line : `${line}: ${messageOf(cause)}`
    stderr.write(`${text.split('\n').map(printable).join('\n')}\n`)
  }
}

/** A bar while a big store is read; a small one is there before a bar could be seen. */
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

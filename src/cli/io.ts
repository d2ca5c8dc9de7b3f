import type { Readable, Writable } from 'node:stream'
import { messageOf } from '../base/file-failure.ts'
import { printableLines } from '../base/text/printable.ts'
import { flow, widthOf } from './terminal/flow.ts'

/** A stream that may be a terminal. */
export interface OutputStream extends Writable {
  readonly isTTY?: boolean
  readonly columns?: number
}

/** What a command reads and writes: the process, or streams that a test provides. */
export interface Io {
  readonly env: NodeJS.ProcessEnv
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /** Undefined means 0. */
  exitCode?: NodeJS.Process['exitCode']
  /** Stops the command like Ctrl-C. Without it, the signals of the process do. */
  readonly stopping?: AbortSignal
}

/** Prints warnings and failures on stderr, one line each. */
export function logTo({ stderr }: Io) {
  return (line: string, cause?: unknown): void => {
    const text = cause === undefined ? line : `${line}: ${messageOf(cause)}`
    stderr.write(`${flow(printableLines(text), widthOf(stderr))}\n`)
  }
}

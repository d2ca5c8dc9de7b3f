import { errorCode, reasonOf } from '../base/file-failure.ts'
import { exitCode } from './cli-error.ts'
import { run, servingOf } from './program.ts'

/** Runs the command of this process; returns whether it serves. */
export async function main(args: readonly string[]): Promise<{ readonly serves: boolean }> {
  const serving = await servingOf(args)
  const serves = serving !== undefined
  const output = watchOutputErrors({
    serves,
    isMachine: args.includes('--json') || args.includes('--csv'),
  })
  void run(args, process).then((code) => {
    process.exitCode = code
    // The result of a run is its output; a sandbox that served until it was stopped has done its work.
    if (serving === 'during-command') output.onFailure(() => (process.exitCode ||= exitCode.failed))
    if (serves) endThoughUnread()
  })
  return { serves }
}

/** How long a stopped sandbox waits for its output to be read. */
const LAST_READ_MS = 1000

interface Reader {
  /** The command runs a sandbox. */
  readonly serves: boolean
  /** Stdout must contain only the one JSON document. */
  readonly isMachine: boolean
}

/** A write error on stdout or stderr ends a short command, but never a sandbox. */
export function watchOutputErrors({ serves, isMachine }: Reader): {
  /** Acts if something could not be written, or as soon as it cannot. */
  readonly onFailure: (act: () => void) => void
} {
  const { stdout, stderr } = process
  const failed = new AbortController()
  for (const [stream, other] of [
    [stdout, stderr],
    [stderr, stdout],
  ] as const) {
    let isKnown = false
    stream.on('error', (cause) => {
      const isUnread = errorCode(cause) === 'EPIPE'
      const isNews = !isUnread && !isKnown && !(isMachine && other === stdout)
      isKnown = true
      if (isNews) other.write(`${writeFailure(stream, cause)}\n`)
      if (!isUnread) failed.abort()
      if (serves) return
      if (!isUnread) process.exit(process.exitCode || exitCode.failed)
      // `sandgate requests | head` has what it wants; if only stderr is closed, the command
      // continues.
      if (stream === stdout) process.exit()
    })
  }
  return {
    onFailure: (act) => {
      if (failed.signal.aborted) act()
      else failed.signal.addEventListener('abort', act)
    },
  }
}

function writeFailure(stream: NodeJS.WriteStream, cause: Error): string {
  const name = stream === process.stdout ? 'stdout' : 'stderr'
  return `error: ${name} cannot be written: ${reasonOf(cause)}`
}

/** An open pipe that is never read would keep a stopped sandbox from ending. */
export function endThoughUnread(): void {
  setTimeout(() => process.exit(), LAST_READ_MS).unref()
}

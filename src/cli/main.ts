import { failureOf } from './failure.ts'
import { run, servesUntilStopped } from './program.ts'
import { styleFor } from './style.ts'

/** Runs a command, which leaves its exit code behind; tells whether it is one that serves. */
export function main(args: readonly string[]): { readonly serves: boolean } {
  void runToItsEnd(args)
  return { serves: servesUntilStopped(args) }
}

async function runToItsEnd(args: readonly string[]): Promise<void> {
  // Whoever reads us may stop reading: `sandgate requests | head`.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      process.exit()
    })
  }
  try {
    await run(args)
  } catch (error) {
    const { lines, exitCode } = failureOf(error)
    const prefix = styleFor(process.stderr)('bad', 'error:')
    for (const line of lines) process.stderr.write(`${prefix} ${line}\n`)
    process.exitCode = exitCode
  }
}

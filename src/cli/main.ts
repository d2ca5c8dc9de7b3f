import { maskAddress } from '../domain/card/hidden-number.ts'
import { run, servesUntilStopped } from './program.ts'
import { bearOutputTrouble, endThoughUnread } from './terminal/output-trouble.ts'
import { styleFor } from './terminal/style.ts'
import { failureOf } from './words/failure.ts'

/** Runs a command, which leaves its exit code behind; tells whether it is one that serves. */
export function main(args: readonly string[]): { readonly serves: boolean } {
  const serves = servesUntilStopped(args)
  bearOutputTrouble({ serves, isMachine: args.includes('--json') })
  void runToItsEnd(args).then(() => {
    if (serves) endThoughUnread()
  })
  return { serves }
}

async function runToItsEnd(args: readonly string[]): Promise<void> {
  try {
    await run(args)
  } catch (error) {
    const { lines, exitCode } = failureOf(error)
    const prefix = styleFor(process.stderr)('bad', 'error:')
    // It may quote what was typed.
    for (const line of lines) process.stderr.write(`${prefix} ${maskAddress(line)}\n`)
    process.exitCode = exitCode
  }
}

import { run, servesUntilStopped } from './program.ts'
import { endThoughUnread, watchOutputErrors } from './terminal/output-trouble.ts'

/** Runs a command of this process; tells whether it is one that serves. */
export function main(args: readonly string[]): { readonly serves: boolean } {
  const serves = servesUntilStopped(args)
  watchOutputErrors({ serves, isMachine: args.includes('--json') })
  void run(args, process).then((exitCode) => {
    process.exitCode = exitCode
    if (serves) endThoughUnread()
  })
  return { serves }
}

import type { NotMovedAnswer } from '../../http/contract/control/calls/transactions.ts'
import { CliError } from '../cli-error.ts'
import { exitCode } from '../exit-code.ts'
import type { Output } from '../terminal/output.ts'
import { toneOf } from '../terminal/style.ts'

/** What was moved by hand, as a table. */
export function movedText(
  output: Output,
  moved: readonly { readonly audit: number; readonly status: string }[],
): string {
  return output.table(
    [{ title: 'audit' }, { title: 'status' }],
    moved.map(({ audit, status }) => [audit, { text: status, tone: toneOf(status) }]),
  )
}

/** Ends a command that could not move all that it was given. */
export function refuseUnmoved(refused: readonly NotMovedAnswer[], what: string): void {
  if (refused.length === 0) return
  const lines = refused.map(({ audit, reason }) => `Could not ${what} ${audit}: ${reason}`)
  throw new CliError(lines.join('\n'), exitCode.failed)
}

import type { NotMovedResponse } from '../../control/contract/calls/transactions.ts'
import { CliError } from '../cli-error.ts'
import type { Context } from '../define/command.ts'
import { nextCommand, type TargetOptions } from '../options/connection.ts'
import { outputFor } from '../terminal/output.ts'
import { statusCell } from './list-text.ts'

/** The outcome of moving transactions by hand. */
interface Moved {
  /** What `--json` prints. */
  readonly answer: object
  readonly moved: readonly { readonly audit: number; readonly status: string }[]
  readonly refused: readonly NotMovedResponse[]
  /** What people read if nothing was moved. */
  readonly none: string
}

/** Shows what was moved, and fails the command if it could not move everything. */
export function showMoved(
  { answer, moved, refused, none }: Moved,
  given: TargetOptions,
  { io, self }: Context,
): void {
  const rows = moved.map((one) => [one.audit, statusCell(one.status)])
  outputFor(given, io).result(answer, ({ table }) =>
    rows.length === 0 ? none : table([{ title: 'audit' }, { title: 'status' }], rows),
  )
  if (refused.length === 0) return
  const lines = refused.map(({ audit, reason }) => `Could not ${self.name()} ${audit}: ${reason}`)
  const next = nextCommand('transactions', self)
  throw new CliError(`${lines.join('\n')}; '${next}' lists what is there, with statuses`)
}

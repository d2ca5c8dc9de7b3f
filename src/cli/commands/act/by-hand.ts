import { type Command, Option } from 'commander'
import type { NotMovedAnswer } from '../../../http/contract/control/calls/transactions.ts'
import { CliError, misuse } from '../../cli-error.ts'
import type { Io } from '../../io.ts'
import { auditList, formedLike } from '../../options/argument.ts'
import { connect, type TargetOptions, withTarget } from '../../options/connection.ts'
import { outputFor } from '../../terminal/output.ts'
import { toneOf } from '../../terminal/style.ts'

interface MoveOptions extends TargetOptions {
  readonly code?: string
}

interface SettleCommandOptions extends MoveOptions {
  readonly all?: true
  readonly declined?: true
}

const debitCode = formedLike(
  /^(?:00|[1-9])$/,
  'The code of a return is 1 to 9, that of a clearance 00.',
)

export function settleCommand(command: Command, io: Io): Command {
  return withTarget(command)
    .argument('[audit...]', 'audits of the transactions to settle', auditList)
    .option('--all', 'every pending direct debit')
    .option('--declined', 'return them instead of clearing them')
    .option('--code <code>', 'the bank’s code: 1 to 9 returns them, 00 clears them', debitCode)
    .action(async (audits: number[], options: SettleCommandOptions) => {
      const { all = false, declined = false, code } = options
      if (all === audits.length > 0) {
        throw misuse('settle needs either the audits of transactions or --all')
      }
      if (declined && code === '00') throw misuse('--code 00 clears a debit; leave --declined out')
      const answer = await connect(options, io).settle({
        ...(all ? { all } : { audits }),
        ...(declined && { status: 'declined' as const }),
        ...codeIn(options),
      })
      const { settled, refused = [] } = answer
      const reason = refused.length === 0 ? 'was pending, so nothing was' : 'was'
      tell({ answer, moved: settled, refused }, ['settle', `${reason} settled`], options, io)
    })
}

interface ResolveCommandOptions extends MoveOptions {
  readonly status: 'approved' | 'declined' | 'error'
}

const bankCode = formedLike(
  /^[0-9A-Za-z]{1,3}$/,
  "A bank's code is 1 to 3 digits or letters, such as 51.",
)

export function resolveCommand(command: Command, io: Io): Command {
  const status = new Option('--status <status>', 'what they become')
  return withTarget(command)
    .argument('<audit...>', 'audits of the transactions to decide', auditList)
    .addOption(status.choices(['approved', 'declined', 'error']).makeOptionMandatory())
    .option('--code <code>', 'the bank’s code', bankCode)
    .action(async (audits: number[], options: ResolveCommandOptions) => {
      const { status } = options
      const answer = await connect(options, io).resolve({ audits, status, ...codeIn(options) })
      const { resolved: moved, refused } = answer
      tell({ answer, moved, refused }, ['resolve', 'was decided'], options, io)
    })
}

const returnCode = formedLike(/^[1-9]$/, 'The code of a return is 1 to 9.')

export function returnCommand(command: Command, io: Io): Command {
  return withTarget(command)
    .argument('<audit...>', 'audits of the direct debits to return', auditList)
    .option('--code <code>', 'the bank’s return code, 1 to 9 (default: 6)', returnCode)
    .action(async (audits: number[], options: MoveOptions) => {
      const answer = await connect(options, io).return({ audits, ...codeIn(options) })
      const { returned: moved, refused } = answer
      tell({ answer, moved, refused }, ['return', 'was returned'], options, io)
    })
}

function codeIn({ code }: MoveOptions) {
  return code === undefined ? {} : { response_code: code }
}

interface ToldMoves {
  readonly answer: unknown
  readonly moved: readonly { readonly audit: number; readonly status: string }[]
  readonly refused: readonly NotMovedAnswer[]
}

/** Prints what was moved, and fails the command if that is not everything it was given. */
function tell(
  { answer, moved, refused }: ToldMoves,
  [verb, nothing]: readonly [verb: string, nothing: string],
  options: TargetOptions,
  io: Io,
): void {
  const rows = moved.map(({ audit, status }) => [audit, { text: status, tone: toneOf(status) }])
  outputFor(options, io).result(answer, ({ table }) =>
    rows.length === 0
      ? `Nothing ${nothing}.`
      : table([{ title: 'audit' }, { title: 'status' }], rows),
  )
  if (refused.length === 0) return
  const lines = refused.map(({ audit, reason }) => `Could not ${verb} ${audit}: ${reason}`)
  const next = "'npx sandgate transactions' lists what is there, with statuses"
  throw new CliError(`${lines.join('\n')}; ${next}`)
}

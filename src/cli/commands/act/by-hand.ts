import { type Command, InvalidArgumentError, Option } from 'commander'
import type { NotMovedAnswer } from '../../../http/contract/control/calls/transactions.ts'
import { CliError, exitCode, misuse } from '../../cli-error.ts'
import type { Io } from '../../io.ts'
import { auditList } from '../../options/argument.ts'
import { connect, type TargetOptions, withTarget } from '../../options/connection.ts'
import { type Output, outputFor } from '../../terminal/output.ts'
import { toneOf } from '../../terminal/style.ts'

interface SettleCommandOptions extends TargetOptions {
  readonly all?: true
  readonly declined?: true
  readonly code?: string
}

export function settleCommand(command: Command, io: Io): Command {
  return withTarget(command)
    .argument('[audit...]', 'audits of the transactions to settle', auditList)
    .option('--all', 'every pending direct debit')
    .option('--declined', 'return them instead of clearing them')
    .option('--code <code>', 'the bank’s code: 1 to 9 returns them, 00 clears them', debitCode)
    .action((audits: readonly number[], options: SettleCommandOptions) =>
      settle(audits, options, io),
    )
}

async function settle(
  audits: readonly number[],
  options: SettleCommandOptions,
  io: Io,
): Promise<void> {
  const { all = false, declined = false, code } = options
  if (all === audits.length > 0) {
    throw misuse('settle needs either the audits of transactions or --all')
  }
  if (declined && code === '00') throw misuse('--code 00 clears a debit; leave --declined out')
  const answer = await connect(options, io).settle({
    ...(all ? { all } : { audits: [...audits] }),
    ...(declined && { status: 'declined' as const }),
    ...(code !== undefined && { response_code: code }),
  })
  const { settled, refused = [] } = answer
  outputFor(options, io).result(answer, (output) =>
    settled.length === 0 ? nothingText(refused.length) : movedText(output, settled),
  )
  refuseUnmoved(refused, 'settle')
}

function nothingText(refused: number): string {
  return refused === 0 ? 'Nothing was pending, so nothing was settled.' : 'Nothing was settled.'
}

function debitCode(text: string): string {
  if (!/^(?:00|[1-9])$/.test(text)) {
    throw new InvalidArgumentError('The code of a return is 1 to 9, that of a clearance 00.')
  }
  return text
}

interface ResolveCommandOptions extends TargetOptions {
  readonly status: 'approved' | 'declined' | 'error'
  readonly code?: string
}

export function resolveCommand(command: Command, io: Io): Command {
  const status = new Option('--status <status>', 'what they become')
  return withTarget(command)
    .argument('<audit...>', 'audits of the transactions to decide', auditList)
    .addOption(status.choices(['approved', 'declined', 'error']).makeOptionMandatory())
    .option('--code <code>', 'the bank’s code', bankCode)
    .action((audits: readonly number[], options: ResolveCommandOptions) =>
      resolve(audits, options, io),
    )
}

function bankCode(text: string): string {
  if (/^[0-9A-Za-z]{1,3}$/.test(text)) return text
  throw new InvalidArgumentError("A bank's code is 1 to 3 digits or letters, such as 51.")
}

async function resolve(
  audits: readonly number[],
  options: ResolveCommandOptions,
  io: Io,
): Promise<void> {
  const { status, code } = options
  const answer = await connect(options, io).resolve({
    audits: [...audits],
    status,
    ...(code !== undefined && { response_code: code }),
  })
  outputFor(options, io).result(answer, (output) =>
    answer.resolved.length === 0 ? 'Nothing was decided.' : movedText(output, answer.resolved),
  )
  refuseUnmoved(answer.refused, 'resolve')
}

interface ReturnCommandOptions extends TargetOptions {
  readonly code?: string
}

export function returnCommand(command: Command, io: Io): Command {
  return withTarget(command)
    .argument('<audit...>', 'audits of the direct debits to return', auditList)
    .option('--code <code>', 'the bank’s return code, 1 to 9 (default: 6)', returnCode)
    .action((audits: readonly number[], options: ReturnCommandOptions) =>
      returnNow(audits, options, io),
    )
}

function returnCode(text: string): string {
  if (/^[1-9]$/.test(text)) return text
  throw new InvalidArgumentError('The code of a return is 1 to 9.')
}

async function returnNow(
  audits: readonly number[],
  options: ReturnCommandOptions,
  io: Io,
): Promise<void> {
  const { code } = options
  const answer = await connect(options, io).return({
    audits: [...audits],
    ...(code !== undefined && { response_code: code }),
  })
  outputFor(options, io).result(answer, (output) =>
    answer.returned.length === 0 ? 'Nothing was returned.' : movedText(output, answer.returned),
  )
  refuseUnmoved(answer.refused, 'return')
}

/** A table of the transactions that were moved by hand. */
export function movedText(
  output: Output,
  moved: readonly { readonly audit: number; readonly status: string }[],
): string {
  return output.table(
    [{ title: 'audit' }, { title: 'status' }],
    moved.map(({ audit, status }) => [audit, { text: status, tone: toneOf(status) }]),
  )
}

/** Fails the command if it could not move everything it was given. */
export function refuseUnmoved(refused: readonly NotMovedAnswer[], what: string): void {
  if (refused.length === 0) return
  const lines = refused.map(({ audit, reason }) => `Could not ${what} ${audit}: ${reason}`)
  const next = "'npx sandgate transactions' lists what is there, with statuses"
  throw new CliError(`${lines.join('\n')}; ${next}`, exitCode.failed)
}

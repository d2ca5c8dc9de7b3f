import { type Command, InvalidArgumentError } from 'commander'
import { misuse } from '../../cli-error.ts'
import type { Io } from '../../io.ts'
import { auditList } from '../../options/argument.ts'
import { connect, type TargetOptions, withTarget } from '../../options/connection.ts'
import { outputFor } from '../../terminal/output.ts'
import { movedText, refuseUnmoved } from '../../words/by-hand-text.ts'

interface Options extends TargetOptions {
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
    .action((audits: readonly number[], options: Options) => settle(audits, options, io))
}

async function settle(audits: readonly number[], options: Options, io: Io): Promise<void> {
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

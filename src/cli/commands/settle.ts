import { type Command, InvalidArgumentError } from 'commander'
import { MAX_ID } from '../../domain/identifier.ts'
import type { SettleAnswer } from '../../http/contract/control/calls/by-hand.ts'
import { misuse } from '../cli-error.ts'
import { command } from '../command.ts'
import { wholeNumber } from '../options/argument.ts'
import { connect, type TargetOptions, withTarget } from '../options/connection.ts'
import { type Output, outputFor } from '../terminal/output.ts'
import { toneOf } from '../terminal/style.ts'

interface Options extends TargetOptions {
  readonly all?: true
  readonly declined?: true
  readonly code?: string
}

export function settleCommand(): Command {
  return withTarget(
    command('settle', {
      summary: 'Settle pending direct debits now',
      details:
        'Settles pending direct debits now, without waiting for the banking days that they take: cleared, or with --declined returned by the bank.',
      examples: [
        'sandgate settle --all',
        'sandgate settle 1000001 1000002',
        'sandgate settle 1000001 --declined --code 6',
      ],
    }),
  )
    .argument('[audit...]', 'audits of the transactions to settle', audits)
    .option('--all', 'every pending direct debit')
    .option('--declined', 'return them instead of clearing them')
    .option('--code <code>', 'the bank’s code: 1 to 9 returns them, 00 clears them', debitCode)
    .action(settle)
}

async function settle(audits: readonly number[], options: Options): Promise<void> {
  const { all = false, declined = false, code } = options
  if (all === audits.length > 0) {
    throw misuse('settle needs either the audits of transactions or --all')
  }
  if (declined && code === '00') throw misuse('--code 00 clears a debit; leave --declined out')
  const answer = await connect(options).settle({
    ...(all ? { all } : { audits: [...audits] }),
    ...(declined && { status: 'declined' as const }),
    ...(code !== undefined && { response_code: code }),
  })
  outputFor(options).result(answer, (output) => settledText(output, answer))
}

function settledText(output: Output, { settled }: SettleAnswer): string {
  if (settled.length === 0) return 'Nothing was pending, so nothing was settled.'
  return output.table(
    [{ title: 'audit' }, { title: 'status' }],
    settled.map(({ audit, status }) => [audit, { text: status, tone: toneOf(status) }]),
  )
}

function debitCode(text: string): string {
  if (!/^(?:00|[1-9])$/.test(text)) {
    throw new InvalidArgumentError('The code of a return is 1 to 9, that of a clearance 00.')
  }
  return text
}

function audits(text: string, before: readonly number[] = []): readonly number[] {
  return [...before, wholeNumber(1, MAX_ID)(text)]
}

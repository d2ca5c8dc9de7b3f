import { misuse } from '../../cli-error.ts'
import { command } from '../../define/command.ts'
import { flag, listArgument, option } from '../../define/option.ts'
import { auditNumber, formedLike } from '../../options/argument.ts'
import { connect } from '../../options/connection.ts'
import { showMoved } from '../../words/moved.ts'

export const settleCommand = command({
  name: 'settle',
  group: 'Make something happen',
  summary: 'Settle pending direct debits',
  details:
    'Settles pending direct debits now, without waiting several banking days. They clear; with --declined, the bank returns them.',
  examples: [
    'settle --all',
    'settle 1000001 1000002',
    'settle 1000001,1000002',
    'settle 1000001 --declined --code 6',
  ],
  args: {
    audits: listArgument('[audit...]', 'audit numbers of the transactions to settle', auditNumber),
  },
  options: {
    all: flag('--all', 'every pending direct debit'),
    declined: flag('--declined', 'return them instead of clearing them'),
    code: option(
      '--code <code>',
      "the bank's code: 1 to 9 returns them, 00 clears them",
      formedLike(/^(?:00|[1-9])$/, 'the code of a return is 1 to 9, that of a clearance 00'),
    ),
  },
  target: 'world',
  async run(given, context) {
    const { audits, all = false, declined, code } = given
    if (all === audits.length > 0) {
      throw misuse('settle needs either the audit numbers of transactions or --all')
    }
    if (declined && code === '00') throw misuse('--code 00 clears a debit; leave --declined out')
    const answer = await connect(given, context.io).settle({
      ...(all ? { all } : { audits: [...audits] }),
      ...(declined && { status: 'declined' }),
      ...(code !== undefined && { response_code: code }),
    })
    const none = `Nothing was ${all ? 'pending, so nothing was ' : ''}settled.`
    const { settled: moved, refused = [] } = answer
    showMoved({ answer, moved, refused, none }, given, context)
  },
})

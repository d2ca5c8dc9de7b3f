import { decidedStatuses } from '../../../domain/transaction/kinds-and-statuses.ts'
import { command } from '../../define/command.ts'
import { choice, listArgument, option } from '../../define/option.ts'
import { auditNumber, formedLike } from '../../options/argument.ts'
import { connect } from '../../options/connection.ts'
import { showMoved } from '../../words/moved.ts'

export const resolveCommand = command({
  name: 'resolve',
  group: 'Make something happen',
  summary: 'Decide unknown and pending card payments',
  details:
    'Decides unknown transactions and pending card payments now, without waiting for the time that a scenario has set.',
  examples: [
    'resolve 1000001 --status approved',
    'resolve 1000001 1000002 --status declined --code 51',
  ],
  args: {
    audits: listArgument('<audit...>', 'audit numbers of the transactions to decide', auditNumber),
  },
  options: {
    status: choice('--status <status>', 'what they become', decidedStatuses, {
      isRequired: true,
    }),
    code: option(
      '--code <code>',
      "the bank's code",
      formedLike(/^[0-9A-Za-z]{1,3}$/, "a bank's code is 1 to 3 digits or letters, such as 51"),
    ),
  },
  target: 'world',
  async run(given, context) {
    const { audits, status, code } = given
    const answer = await connect(given, context.io).resolve({
      audits: [...audits],
      status,
      ...(code !== undefined && { response_code: code }),
    })
    const { resolved: moved, refused } = answer
    showMoved({ answer, moved, refused, none: 'Nothing was decided.' }, given, context)
  },
})

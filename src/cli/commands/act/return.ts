import { command } from '../../define/command.ts'
import { listArgument, option } from '../../define/option.ts'
import { auditNumber, formedLike } from '../../options/argument.ts'
import { connect } from '../../options/connection.ts'
import { showMoved } from '../../words/moved.ts'

export const returnCommand = command({
  name: 'return',
  group: 'Make something happen',
  summary: 'Return direct debits that have cleared',
  details: 'Returns direct debits that have already cleared, as a bank does in a late return.',
  examples: ['return 1000001', 'return 1000001 --code 4'],
  args: {
    audits: listArgument('<audit...>', 'audit numbers of the direct debits to return', auditNumber),
  },
  options: {
    code: option(
      '--code <code>',
      "the bank's return code, 1 to 9 (default: 6)",
      formedLike(/^[1-9]$/, 'the code of a return is 1 to 9'),
    ),
  },
  target: 'world',
  async run(given, context) {
    const { audits, code } = given
    const answer = await connect(given, context.io).return({
      audits: [...audits],
      ...(code !== undefined && { response_code: code }),
    })
    const { returned: moved, refused } = answer
    showMoved({ answer, moved, refused, none: 'Nothing was returned.' }, given, context)
  },
})

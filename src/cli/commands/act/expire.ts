import { counted } from '../../../base/text/counted.ts'
import { misuse } from '../../cli-error.ts'
import { callCommand } from '../../define/command.ts'
import { argument, flag } from '../../define/option.ts'

export const expireCommand = callCommand({
  name: 'expire',
  group: 'Make something happen',
  summary: 'Make the gateway forget correlation ids',
  details:
    'Makes the gateway forget correlation ids now, as it does a day after their use. After that, a search finds nothing, and you can use the id again.',
  examples: ['expire order-1234', 'expire --all'],
  args: {
    ids: argument(
      '[correlation-id...]',
      'the ids to forget, with spaces between them: an id may contain commas',
    ),
  },
  options: { all: flag('--all', 'every correlation id') },
  call: async (client, { ids, all = false }) => {
    if (all && ids.length > 0) throw misuse('--all means every id; leave it or the ids out')
    if (!all && ids.length === 0) throw misuse('expire needs correlation ids, or --all')
    return await client.expire(all ? { all } : { ids: [...ids] })
  },
  text: (_output, { expired }) => `Forgot ${counted(expired, 'correlation id')}.`,
})

import type { Command } from 'commander'
import { counted } from '../../../insight/counted.ts'
import { misuse } from '../../cli-error.ts'
import type { Io } from '../../io.ts'
import { overCall } from '../../options/control-command.ts'

export function expireCommand(command: Command, io: Io): Command {
  command.option('--all', 'every correlation id')
  return overCall(command, io, {
    argument: ['[correlation-id...]', 'the ids to forget'],
    call: async (client, ids: readonly string[], { all = false }: { readonly all?: boolean }) => {
      if (all && ids.length > 0) throw misuse('--all means every id; leave it or the ids out')
      if (!all && ids.length === 0) throw misuse('expire needs correlation ids, or --all')
      return await client.expire(all ? { all } : { ids: [...ids] })
    },
    text: (_output, { expired }) => `Forgot ${counted(expired, 'correlation id')}.`,
  })
}

import type { Command } from 'commander'
import { counted } from '../../../insight/counted.ts'
import { misuse } from '../../cli-error.ts'
import { command } from '../../command.ts'
import type { Io } from '../../io.ts'
import { connect, type TargetOptions, withTarget } from '../../options/connection.ts'
import { outputFor } from '../../terminal/output.ts'

interface Options extends TargetOptions {
  readonly all?: true
}

export function expireCommand(io: Io): Command {
  return withTarget(
    command('expire', {
      summary: 'Forget correlation ids now',
      details:
        'Forgets correlation ids now, as the gateway does a day after their use. A search finds nothing then, and you can use the id again.',
      examples: ['npx sandgate expire order-1234', 'npx sandgate expire --all'],
    }),
  )
    .argument('[correlation-id...]', 'the ids to forget')
    .option('--all', 'every correlation id')
    .action((ids: readonly string[], options: Options) => expire(ids, options, io))
}

async function expire(ids: readonly string[], options: Options, io: Io): Promise<void> {
  const { all = false } = options
  if (all === ids.length > 0) throw misuse('expire needs either correlation ids or --all')
  const answer = await connect(options, io).expire(all ? { all } : { ids: [...ids] })
  const { expired } = answer
  outputFor(options, io).result(answer, () => `Forgot ${counted(expired, 'correlation id')}.`)
}

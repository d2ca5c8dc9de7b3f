import type { Command } from 'commander'
import { misuse } from '../../cli-error.ts'
import { command } from '../../command.ts'
import { connect, type TargetOptions, withTarget } from '../../options/connection.ts'
import { outputFor } from '../../terminal/output.ts'
import { counted } from '../../words/counted.ts'

interface Options extends TargetOptions {
  readonly all?: true
}

export function expireCommand(): Command {
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
    .action(expire)
}

async function expire(ids: readonly string[], options: Options): Promise<void> {
  const { all = false } = options
  if (all === ids.length > 0) throw misuse('expire needs either correlation ids or --all')
  const answer = await connect(options).expire(all ? { all } : { ids: [...ids] })
  const { expired } = answer
  outputFor(options).result(answer, () => `Forgot ${counted(expired, 'correlation id')}.`)
}

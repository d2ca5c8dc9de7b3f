import type { Command } from 'commander'
import { counted } from '../../../insight/counted.ts'
import { misuse } from '../../cli-error.ts'
import type { Io } from '../../io.ts'
import { connect, type TargetOptions, withTargetOptions } from '../../options/connection.ts'
import { outputFor } from '../../terminal/output.ts'

interface ExpireCommandOptions extends TargetOptions {
  readonly all?: true
}

export function expireCommand(command: Command, io: Io): Command {
  return withTargetOptions(command)
    .argument('[correlation-id...]', 'the ids to forget')
    .option('--all', 'every correlation id')
    .action((ids: readonly string[], options: ExpireCommandOptions) => expire(ids, options, io))
}

async function expire(
  ids: readonly string[],
  options: ExpireCommandOptions,
  io: Io,
): Promise<void> {
  const { all = false } = options
  if (all === ids.length > 0) throw misuse('expire needs either correlation ids or --all, not both')
  const answer = await connect(options, io).expire(all ? { all } : { ids: [...ids] })
  const { expired } = answer
  outputFor(options, io).result(answer, () => `Forgot ${counted(expired, 'correlation id')}.`)
}

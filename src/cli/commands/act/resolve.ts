import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Io } from '../../io.ts'
import { auditList } from '../../options/argument.ts'
import { connect, type TargetOptions, withTarget } from '../../options/connection.ts'
import { outputFor } from '../../terminal/output.ts'
import { movedText, refuseUnmoved } from '../../words/by-hand-text.ts'

interface Options extends TargetOptions {
  readonly status: 'approved' | 'declined' | 'error'
  readonly code?: string
}

export function resolveCommand(command: Command, io: Io): Command {
  const status = new Option('--status <status>', 'what they become')
  return withTarget(command)
    .argument('<audit...>', 'audits of the transactions to decide', auditList)
    .addOption(status.choices(['approved', 'declined', 'error']).makeOptionMandatory())
    .option('--code <code>', 'the bank’s code', bankCode)
    .action((audits: readonly number[], options: Options) => resolve(audits, options, io))
}

function bankCode(text: string): string {
  if (/^[0-9A-Za-z]{1,3}$/.test(text)) return text
  throw new InvalidArgumentError("A bank's code is 1 to 3 digits or letters, such as 51.")
}

async function resolve(audits: readonly number[], options: Options, io: Io): Promise<void> {
  const { status, code } = options
  const answer = await connect(options, io).resolve({
    audits: [...audits],
    status,
    ...(code !== undefined && { response_code: code }),
  })
  outputFor(options, io).result(answer, (output) =>
    answer.resolved.length === 0 ? 'Nothing was decided.' : movedText(output, answer.resolved),
  )
  refuseUnmoved(answer.refused, 'resolve')
}

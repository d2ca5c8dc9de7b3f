import { type Command, InvalidArgumentError } from 'commander'
import type { Io } from '../../io.ts'
import { auditList } from '../../options/argument.ts'
import { connect, type TargetOptions, withTarget } from '../../options/connection.ts'
import { outputFor } from '../../terminal/output.ts'
import { movedText, refuseUnmoved } from '../../words/by-hand-text.ts'

interface Options extends TargetOptions {
  readonly code?: string
}

export function returnCommand(command: Command, io: Io): Command {
  return withTarget(command)
    .argument('<audit...>', 'audits of the direct debits to return', auditList)
    .option('--code <code>', 'the bank’s return code, 1 to 9 (default: 6)', returnCode)
    .action((audits: readonly number[], options: Options) => returnNow(audits, options, io))
}

function returnCode(text: string): string {
  if (/^[1-9]$/.test(text)) return text
  throw new InvalidArgumentError('The code of a return is 1 to 9.')
}

async function returnNow(audits: readonly number[], options: Options, io: Io): Promise<void> {
  const { code } = options
  const answer = await connect(options, io).return({
    audits: [...audits],
    ...(code !== undefined && { response_code: code }),
  })
  outputFor(options, io).result(answer, (output) =>
    answer.returned.length === 0 ? 'Nothing was returned.' : movedText(output, answer.returned),
  )
  refuseUnmoved(answer.refused, 'return')
}

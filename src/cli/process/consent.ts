import { createInterface } from 'node:readline'
import type { BaseAddress } from '../../gateways/remote/address.ts'
import { CliError, misuse } from '../cli-error.ts'
import type { Io } from '../io.ts'

/** Says what will be sent to another machine, and asks; nothing is asked on this one. */
export async function consent(
  { url, isLoopback, isPlain }: BaseAddress,
  plan: readonly string[],
  isGiven: boolean,
  io: Io,
): Promise<void> {
  if (isLoopback) return
  const warning = isPlain
    ? ['The address is not https: everybody on the way can read the credentials.']
    : []
  io.stderr.write(`${[...plan, ...warning].join('\n')}\n`)
  if (isGiven) return
  if (!io.stdin.isTTY) {
    throw misuse(`${url} is not on this machine; pass --yes to send requests there without asking`)
  }
  const answer = await asked('Go ahead? [y/N] ', io)
  if (!/^y(?:es)?$/i.test(answer.trim())) throw new CliError('Nothing was sent')
}

/** What was typed; nothing after Ctrl-C or Ctrl-D. */
async function asked(question: string, io: Io): Promise<string> {
  const asking = createInterface({ input: io.stdin, output: io.stderr })
  const answer = await new Promise<string>((resolve) => {
    asking.once('close', () => resolve('\n'))
    asking.question(question, resolve)
  })
  // Whoever only closed it has left the cursor behind the question.
  if (answer === '\n') io.stderr.write(answer)
  asking.close()
  return answer
}

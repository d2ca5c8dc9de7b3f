import { createInterface } from 'node:readline/promises'
import type { BaseAddress } from '../../runtime/remote/base-address.ts'
import { CliError, misuse } from '../cli-error.ts'

/** Says what will be sent to another machine, and asks; nothing is asked on this one. */
export async function consent(
  { url, isLoopback, isPlain }: BaseAddress,
  plan: readonly string[],
  isGiven: boolean,
): Promise<void> {
  if (isLoopback) return
  const warning = isPlain
    ? ['The address is not https: everybody on the way can read the credentials.']
    : []
  process.stderr.write(`${[...plan, ...warning].join('\n')}\n`)
  if (isGiven) return
  if (!process.stdin.isTTY) {
    throw misuse(`${url} is not on this machine; pass --yes to send requests there without asking`)
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await asking.question('Go ahead? [y/N] ')
    if (!/^y(?:es)?$/i.test(answer.trim())) throw new CliError('Nothing was sent')
  } finally {
    asking.close()
  }
}

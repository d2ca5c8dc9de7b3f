import { createInterface } from 'node:readline'
import { type Command, Option } from 'commander'
import { MAX_ID } from '../../domain/identifier.ts'
import { authorizationOf, type BaseAddress, baseAddress } from '../../gateways/remote/address.ts'
import { RemoteGateway } from '../../gateways/remote/remote-gateway.ts'
import { CliError, misuse } from '../cli-error.ts'
import type { Io } from '../io.ts'
import { wholeNumber } from './argument.ts'

/** Which gateway a command addresses, and with which credentials. */
export interface GatewayOptions {
  readonly against: string
  readonly basic?: string
  readonly bearer?: string
  readonly merchant?: number
  readonly yes?: true
}

const WHICH = 'Which gateway:'

/** For commands that talk to another gateway. */
export function withGateway(
  command: Command,
  against: Option,
  merchant: 'default: 1' | 'default: those of the run',
): Command {
  const options = [
    against,
    new Option('--basic <user:password>', 'credentials for Basic').env('SANDGATE_GATEWAY_BASIC'),
    new Option('--bearer <token>', 'a token for Bearer').env('SANDGATE_GATEWAY_BEARER'),
    new Option('--merchant <id>', `the merchant to act for (${merchant})`).argParser(
      wholeNumber(1, MAX_ID),
    ),
    new Option('--yes', 'do not ask before sending to another machine'),
  ]
  for (const option of options) command.addOption(option.helpGroup(WHICH))
  return command
}

/** The gateway that the options name. An empty variable counts as not set. */
export function gatewayOf({ against, basic, bearer }: GatewayOptions) {
  const base = baseAddress(against)
  const credentials = { basic: basic || undefined, bearer: bearer || undefined }
  return { base, remote: new RemoteGateway(base, authorizationOf(credentials)) }
}

/** Says what will be sent to another machine and asks for consent; this machine needs none. */
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

/** Reads the user's reply; empty after Ctrl-C or Ctrl-D. */
async function asked(question: string, io: Io): Promise<string> {
  const asking = createInterface({ input: io.stdin, output: io.stderr })
  const answer = await new Promise<string>((resolve) => {
    asking.once('close', () => resolve('\n'))
    asking.question(question, resolve)
  })
  // After Ctrl-D the cursor is still on the line of the question.
  if (answer === '\n') io.stderr.write(answer)
  asking.close()
  return answer
}

import { type Command, Option } from 'commander'
import { MAX_ID } from '../../domain/identifier.ts'
import { authorizationOf, type BaseAddress, baseAddress } from '../../gateways/remote/address.ts'
import { RemoteGateway } from '../../gateways/remote/remote-gateway.ts'
import { wholeNumber } from './argument.ts'

/** How a command says which gateway it means, and who it is there. */
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
    new Option('--yes', 'do not ask before leaving this machine'),
  ]
  for (const option of options) command.addOption(option.helpGroup(WHICH))
  return command
}

export interface Gateway {
  readonly base: BaseAddress
  readonly remote: RemoteGateway
}

/** The gateway that the options mean. An empty variable counts as not set. */
export function gatewayOf({ against, basic, bearer }: GatewayOptions): Gateway {
  const base = baseAddress(against)
  const credentials = { basic: basic || undefined, bearer: bearer || undefined }
  return { base, remote: new RemoteGateway(base, authorizationOf(credentials)) }
}

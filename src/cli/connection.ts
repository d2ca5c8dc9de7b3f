import { type Command, InvalidArgumentError, Option } from 'commander'
import { ControlClient } from '../runtime/control-client.ts'
import { worldName } from './argument.ts'
import { jsonOption } from './command.ts'

/** How a command says which sandbox it means, and how it wants its answer. */
export interface TargetOptions {
  readonly url: string
  readonly world?: string
  readonly json?: true
}

const DEFAULT_URL = 'http://127.0.0.1:4010'

const WHICH = 'Which sandbox:'

/** For commands that talk to a running sandbox. */
export function withUrl(command: Command): Command {
  return command
    .addOption(jsonOption())
    .addOption(
      new Option('--url <url>', 'address of the sandbox')
        .env('SANDGATE_URL')
        .default(DEFAULT_URL)
        .helpGroup(WHICH)
        .argParser(httpUrl),
    )
}

/** For commands about one world of a running sandbox. */
export function withTarget(command: Command): Command {
  return withUrl(command).addOption(
    new Option('--world <name>', 'the world that is meant')
      .env('SANDGATE_WORLD')
      .helpGroup(WHICH)
      .argParser((text: string) => (text === '' ? undefined : worldName(text))),
  )
}

/** The way to the sandbox that the options mean. */
export function connect(options: TargetOptions): ControlClient {
  const { url } = addressOf(options)
  return new ControlClient({ url, world: worldOf(options), token: tokenOf(process.env) })
}

/** The world that the options mean: by its name, else by the address. */
export function worldOf(options: TargetOptions): string {
  return options.world ?? addressOf(options).world ?? 'default'
}

/** Tests give their app an address such as http://127.0.0.1:4010/w/worker-1, and us the same one. */
function addressOf({ url }: TargetOptions): { readonly url: string; readonly world?: string } {
  const [, before, world] = /^(.*)\/w\/([a-z0-9-]{1,40})$/.exec(url) ?? []
  return before === undefined || world === undefined ? { url } : { url: before, world }
}

function tokenOf({ SANDGATE_TOKEN }: NodeJS.ProcessEnv): string | undefined {
  return SANDGATE_TOKEN === '' ? undefined : SANDGATE_TOKEN
}

/** An empty variable is as good as none; the address of the API means the sandbox behind it. */
function httpUrl(text: string): string {
  if (text === '') return DEFAULT_URL
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new InvalidArgumentError(`An address is for example ${DEFAULT_URL}.`)
  }
  return text.replace(/\/+$/, '').replace(/\/(?:v1|_sandbox)$/, '')
}

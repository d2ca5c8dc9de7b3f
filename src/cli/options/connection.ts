import type { Command } from 'commander'
import { DEFAULT_URL } from '../../base/default-url.ts'
import { commandLine } from '../../base/text/copied-request.ts'
import { type ControlClient, controlClient } from '../../control/client/control-client.ts'
import type { ControlTarget } from '../../control/client/control-connection.ts'
import {
  ControlError,
  type ControlFault,
  NoSandboxError,
} from '../../control/client/control-error.ts'
import { settingsFrom } from '../../runtime/config/settings-from.ts'
import { settingsTable } from '../../runtime/config/settings-table.ts'
import {
  isPublicUrl,
  isToken,
  sandboxUrl,
  tokenForm,
  worldInUrl,
} from '../../runtime/listening/server-address.ts'
import { startServer } from '../../runtime/start-server.ts'
import { CliError, misuse } from '../cli-error.ts'
import { BadValue, flag, option } from '../define/option.ts'
import { type Io, logTo } from '../io.ts'
import { worldName } from './argument.ts'

/** Which sandbox a command addresses, and how it prints the answer. */
export interface TargetOptions {
  readonly url: string
  readonly world?: string | undefined
  readonly json?: true | undefined
}

/** Passes an answer on, and says which command lists what there is if the sandbox has no such thing. */
export async function orList<T>(answer: Promise<T>, listing: string, self: Command): Promise<T> {
  return await answer.catch((error: unknown) => {
    const isUnknown = error instanceof ControlError && error.status === 404
    // The message proposes what is there, or there is not even a world.
    const isHelped = ({ nearest, location }: ControlFault) =>
      nearest !== undefined || location.at(-1) === 'world'
    if (!isUnknown || error.errors.some(isHelped)) throw error
    throw new CliError(`${error.message}; '${nextCommand(listing, self)}' lists what is there`)
  })
}

/**
 * A sandbox answers within milliseconds; a server that has not begun by then is stuck or is no
 * sandbox.
 */
const PATIENCE_MS = 10_000

const jsonOption = flag(settingsTable.json.flag, settingsTable.json.help, {
  group: 'Output',
})

const sandboxOption = {
  url: option('--url <url>', 'address of the sandbox', httpUrl, {
    default: DEFAULT_URL,
    variable: 'SANDGATE_URL',
    group: 'Sandbox',
  }),
}

const worldOption = {
  world: option(
    '--world <name>',
    'the world to use',
    (text) => (text === '' ? text : worldName(text)),
    {
      variable: 'SANDGATE_WORLD',
      group: 'Sandbox',
    },
  ),
}

/** The options of a command by what it addresses. */
export const targetOptions = {
  /** A world of a running sandbox. */
  world: { ...sandboxOption, ...worldOption, json: jsonOption },
  /** A running sandbox. */
  sandbox: { ...sandboxOption, json: jsonOption },
  /** A running sandbox that programs talk to. */
  'sandbox for tools': sandboxOption,
  /** No running sandbox. */
  output: { json: jsonOption },
  nothing: {},
} as const

/** A command to suggest, with the options on the command line that named the sandbox. */
export function nextCommand(line: string, self: Command): string {
  const target = givenWords(self, (name) => name === 'url' || name === 'world')
  return `npx sandgate ${commandLine([...line.split(' '), ...target])}`
}

/** A client for the sandbox that the options name. */
export function connect(
  options: TargetOptions,
  { env }: Io,
  more: Pick<ControlTarget, 'isExisting' | 'trust'> = {},
): ControlClient {
  const { url } = worldInUrl(options.url)
  const about = { world: worldOf(options), token: tokenOf(env), patience: PATIENCE_MS }
  return controlClient({ url, ...about, ...more })
}

/** A client for commands that only read: it does not create a missing world. */
export function connectToRead(options: TargetOptions, io: Io): ControlClient {
  return connect(options, io, { isExisting: true })
}

/** The world that the options name, else the one in the address. */
export function worldOf(options: TargetOptions): string {
  // An empty value counts as not set.
  return options.world || (worldInUrl(options.url).world ?? 'default')
}

// The token is a secret, so the error does not quote it.
export function tokenOf({ SANDGATE_CONTROL_TOKEN = '' }: NodeJS.ProcessEnv): string | undefined {
  if (SANDGATE_CONTROL_TOKEN === '') return undefined
  if (isToken(SANDGATE_CONTROL_TOKEN)) return SANDGATE_CONTROL_TOKEN
  throw misuse(`Invalid SANDGATE_CONTROL_TOKEN: it must be ${tokenForm}`)
}

/** An empty value counts as not set; the address of the API also identifies the sandbox. */
function httpUrl(text: string): string {
  if (text === '') return DEFAULT_URL
  const url = sandboxUrl(text)
  if (isPublicUrl(url)) return url
  throw new BadValue(
    `an address is for example ${DEFAULT_URL}, without user, query, fragment and spaces`,
  )
}

/**
 * The wanted options from the command line, for a suggested command; the environment applies there
 * anyway.
 */
export function givenWords(
  command: Command,
  isWanted: (name: string) => boolean,
): readonly string[] {
  return command.options.flatMap((option) => {
    const name = option.attributeName()
    if (!isWanted(name) || command.getOptionValueSource(name) !== 'cli') return []
    const value: unknown = command.getOptionValue(name)
    return value === true ? [`--${option.name()}`] : [`--${option.name()}`, String(value)]
  })
}

/**
 * For commands that only read. A sandbox that was named must answer; if none was named and none
 * answers, the config file and the defaults provide the answer.
 */
export async function askOrFallBack<Answer>(
  { command, io }: { readonly command: Command; readonly io: Io },
  ask: (client: ControlClient) => Promise<Answer>,
  fallBack: () => Promise<Answer> = () => askTemporarySandbox(io, ask),
): Promise<Answer> {
  try {
    return await ask(connectToRead(command.opts<TargetOptions>(), io))
  } catch (error) {
    if (!(error instanceof NoSandboxError) || isNamed(command)) throw error
    io.stderr.write('No sandbox responds; this is from the config file and the defaults\n')
    return await fallBack()
  }
}

/** Whether an option or a variable says which sandbox is meant. */
export function isNamed(command: Command): boolean {
  if (command.opts<TargetOptions>().world) return true
  const source = command.getOptionValueSource('url')
  return source === 'cli' || source === 'env'
}

/** Asks a temporary in-memory sandbox, started from the config. */
export async function askTemporarySandbox<Answer>(
  io: Io,
  ask: (client: ControlClient) => Promise<Answer>,
): Promise<Answer> {
  const settings = await settingsFrom({ port: 0, host: '127.0.0.1', memory: true }, 'serve')
  const local = { ...settings, controlToken: undefined, publicUrl: undefined, tls: undefined }
  const temporary = await startServer(local, logTo(io))
  try {
    return await ask(controlClient({ url: temporary.localUrl }))
  } finally {
    await temporary.stop()
  }
}

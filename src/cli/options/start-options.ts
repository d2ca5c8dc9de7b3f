import { type Command, InvalidArgumentError, Option } from 'commander'
import { MAX_ID } from '../../domain/identifier.ts'
import { referenceMeanings } from '../../insight/stories/story.ts'
import { optionForms } from '../../runtime/config/checks/check-options.ts'
import type { SandboxOptions } from '../../runtime/config/options.ts'
import type { Purpose } from '../../runtime/config/settings-from.ts'
import { isToken, tokenForm } from '../../runtime/listening/server-address.ts'
import { readNamed, unreadable } from '../../runtime/named-file.ts'
import { misuse } from '../cli-error.ts'
import { jsonOption } from '../command.ts'
import type { Io } from '../io.ts'
import { outputFile, repeatable, wholeNumber } from './argument.ts'
import { withEnvironment } from './environment.ts'

/**
 * The options of every run, including those of a sweep, which are always in memory and on a free
 * port.
 */
export type RunOptions = Pick<SandboxOptions, (typeof ofEveryRun)[number]>

const ofEveryRun = [
  ...(['import', 'scenario', 'config', 'seed', 'clock', 'references'] as const),
  ...(['allowHost', 'tls', 'tlsCert', 'tlsKey'] as const),
]

export function withRunOptions(command: Command, io: Io, purpose: Purpose = 'test'): Command {
  return withEnvironment(command, io, purpose)
    .option(
      '--scenario <name...>',
      'shipped scenarios or files; the last one has the highest priority',
      repeatable(formed('scenario', 'the name of a shipped scenario, or a file')),
    )
    .option(
      '--config <file>',
      'config file (default: sandgate.config.yaml, if it exists)',
      formed('config', 'the path of a file'),
    )
    .option(
      '--import <file>',
      'an export whose data the sandbox and all new worlds start with',
      formed('import'),
    )
    .addOption(
      new Option(
        '--references <meaning>',
        'unique: each reference is one order, so report a second payment (default: any)',
      ).choices(referenceMeanings),
    )
    .option('--seed <n>', 'seed; the same seed generates the same values', wholeNumber(0, MAX_ID))
    .option('--clock <instant>', 'start frozen at this instant', formed('clock'))
    .option(
      '--allow-host <name>',
      'also accept requests for this host name (can be repeated)',
      repeatable(formed('allowHost')),
    )
    .addOption(new Option('--tls', 'use HTTPS with a generated certificate').conflicts('tlsCert'))
    .option('--tls-cert <file>', 'use HTTPS with this PEM certificate', formed('tlsCert'))
    .option('--tls-key <file>', 'private key of that certificate', formed('tlsKey'))
    .hook('preAction', (self) => refuseHalfPair(self.opts<RunOptions>()))
}

function refuseHalfPair({ tlsCert, tlsKey }: RunOptions): void {
  if ((tlsCert === undefined) === (tlsKey === undefined)) return
  throw misuse(
    tlsKey === undefined
      ? '--tls-cert needs --tls-key <file>, the private key of the certificate'
      : '--tls-key needs --tls-cert <file>, the certificate of the key',
  )
}

/** Parses a text with the same check as the library's option of this name. */
function formed(name: keyof SandboxOptions, words = optionForms[name].words) {
  return (text: string): string => {
    if (!optionForms[name].accepts(text)) throw new InvalidArgumentError(`It must be ${words}.`)
    return text
  }
}

/**
 * The start options of a sweep's runs: a fixed seed, so that the same calls get the same answers.
 */
export function sweepOptions(options: RunOptions): SandboxOptions {
  const given = ofEveryRun.map((name) => [name, options[name]])
  return { ...Object.fromEntries(given), seed: options.seed ?? 1 }
}

/** The options that `start` and `exec` share. */
export interface StartOptions extends Omit<SandboxOptions, 'config' | 'quiet'> {
  readonly config?: string
  readonly controlTokenFile?: string
  readonly readyFile?: string
  readonly json?: true
  readonly quiet?: true
}

export interface StartDefaults {
  readonly purpose: Purpose
  readonly port: string
  readonly data: string
  readonly quiet: string
}

export function withStartOptions(command: Command, io: Io, defaults: StartDefaults): Command {
  return withRunOptions(command, io, defaults.purpose)
    .option('-p, --port <n>', `port to listen on (${defaults.port})`, wholeNumber(0, 65_535))
    .option('--host <host>', 'address to listen on (default: 127.0.0.1)', formed('host'))
    .option('--data <folder>', `folder that keeps the data (${defaults.data})`, formed('data'))
    .addOption(
      new Option('--memory', 'keep everything in memory, nothing on disk').conflicts('data'),
    )
    .option('--watch', 'reload a scenario file when it changes')
    .addOption(
      new Option(
        '--durability <kind>',
        'sync: on disk before each answer; relaxed: soon after',
      ).choices(['sync', 'relaxed']),
    )
    .option(
      '--control-token <token>',
      'token that protects the control API; required if other machines can call',
      (text: string) => checkedToken(text, '--control-token'),
    )
    .addOption(
      new Option(
        '--control-token-file <file>',
        'file with that token (default: SANDGATE_CONTROL_TOKEN)',
      ).conflicts('controlToken'),
    )
    .option('--public-url <url>', 'base URL of all links, if behind a proxy', formed('publicUrl'))
    .option('--record <file>', 'write everything that happens to a run file', outputFile)
    .option('--ready-file <file>', 'write the ready line to this file when the sandbox answers')
    .option('--quiet', defaults.quiet)
    .addOption(jsonOption())
}

/** The options that the sandbox itself is started with. */
export async function sandboxOptions(
  options: StartOptions,
  env: NodeJS.ProcessEnv,
): Promise<SandboxOptions> {
  const { readyFile: _file, record: _record, json: _json, quiet: _quiet, ...other } = options
  const { controlTokenFile: file, ...rest } = other
  // An empty variable counts as not set.
  const { SANDGATE_CONTROL_TOKEN: variable } = env
  if (rest.controlToken !== undefined || (file === undefined && !variable)) return rest
  // Everybody can read a command line.
  const controlToken =
    file === undefined
      ? checkedToken(variable ?? '', 'SANDGATE_CONTROL_TOKEN')
      : checkedToken(await tokenIn(file), `token in ${file}`)
  return { ...rest, controlToken }
}

/** The error says what is wrong without quoting the token. */
function checkedToken(text: string, name: string): string {
  if (!isToken(text)) throw misuse(`Invalid ${name}: it must be ${tokenForm}`)
  return text
}

/** Editors end a file with a newline, which is not part of the token. */
async function tokenIn(file: string): Promise<string> {
  const text = await readNamed(file).catch((cause: unknown) => {
    throw unreadable('token file', file, cause)
  })
  return text.trim()
}

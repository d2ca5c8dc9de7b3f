import { type Command, InvalidArgumentError, Option } from 'commander'
import { MAX_ID } from '../../domain/identifier.ts'
import { optionForms } from '../../runtime/config/check-options.ts'
import type { SandboxOptions } from '../../runtime/config/options.ts'
import { jsonOption } from '../command.ts'
import { fileName, wholeNumber } from './argument.ts'
import { checkedToken, tokenElsewhere } from './control-token.ts'

/** What `start` and `exec` share. */
export interface StartOptions
  extends Pick<
    SandboxOptions,
    | 'port'
    | 'host'
    | 'data'
    | 'memory'
    | 'scenario'
    | 'seed'
    | 'clock'
    | 'watch'
    | 'durability'
    | 'allowHost'
    | 'tls'
    | 'tlsCert'
    | 'tlsKey'
  > {
  readonly config?: string
  readonly controlToken?: string
  readonly controlTokenFile?: string
  readonly publicUrl?: string
  readonly readyFile?: string
  readonly record?: string
  readonly json?: true
  readonly quiet?: true
}

export interface StartDefaults {
  readonly port: string
  readonly data: string
  readonly quiet: string
}

export function withStartOptions(command: Command, defaults: StartDefaults): Command {
  return command
    .option('-p, --port <n>', `port to listen on (${defaults.port})`, wholeNumber(0, 65_535))
    .option('--host <host>', 'address to listen on (default: 127.0.0.1)', formed('host'))
    .option('--data <folder>', `folder that keeps the data (${defaults.data})`, formed('data'))
    .addOption(
      new Option('--memory', 'keep everything in memory, nothing on disk').conflicts('data'),
    )
    .option(
      '--scenario <name...>',
      'shipped scenarios or files; the last one is asked first',
      scenarios,
    )
    .option(
      '--config <file>',
      'config file (default: sandgate.config.yaml, if it is there)',
      formed('config', 'the path of a file'),
    )
    .option('--seed <n>', 'what generated values are made from', wholeNumber(0, MAX_ID))
    .option('--clock <instant>', 'start frozen at this instant', formed('clock'))
    .option('--watch', 'load a scenario file again when it changes')
    .addOption(
      new Option(
        '--durability <kind>',
        'sync: on disk before each answer; relaxed: soon after',
      ).choices(['sync', 'relaxed']),
    )
    .option(
      '--control-token <token>',
      'what the control API asks for; needed beyond loopback',
      controlToken,
    )
    .addOption(
      new Option(
        '--control-token-file <file>',
        'file with that token; else SANDGATE_CONTROL_TOKEN is asked',
      ).conflicts('controlToken'),
    )
    .option(
      '--allow-host <name>',
      'further name that it is called by (more than once)',
      allowedHosts,
    )
    .option(
      '--public-url <url>',
      'what links begin with, where a proxy stands in front',
      formed('publicUrl'),
    )
    .addOption(
      new Option('--tls', 'speak HTTPS, with a certificate made for it').conflicts('tlsCert'),
    )
    .option('--tls-cert <file>', 'PEM certificate to speak HTTPS with', formed('tlsCert'))
    .option('--tls-key <file>', 'its private key', formed('tlsKey'))
    .option('--record <file>', 'write everything that happens to a run file', fileName)
    .option('--ready-file <file>', 'write the ready line there once it answers')
    .option('--quiet', defaults.quiet)
    .addOption(jsonOption())
}

/** Takes a text of the form that the option of this name has in the library as well. */
export function formed(name: keyof SandboxOptions, words = optionForms[name].words) {
  return (text: string): string => {
    if (!optionForms[name].accepts(text)) throw new InvalidArgumentError(`It must be ${words}.`)
    return text
  }
}

const scenario = formed('scenario', 'the name of a shipped scenario, or a file')

export function scenarios(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, scenario(text)]
}

const allowedHost = formed('allowHost')

function allowedHosts(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, allowedHost(text)]
}

function controlToken(text: string): string {
  return checkedToken(text, '--control-token')
}

/** Only what a sandbox itself is started with. */
export function sandboxOptions(options: StartOptions): SandboxOptions {
  const { readyFile: _file, record: _record, json: _json, quiet: _quiet, ...other } = options
  const { controlTokenFile, ...rest } = other
  const token = rest.controlToken ?? tokenElsewhere(controlTokenFile, process.env)
  return token === undefined ? rest : { ...rest, controlToken: token }
}

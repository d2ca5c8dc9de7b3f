import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import type { SandboxOptions } from '../../runtime/config/options.ts'
import { isToken, tokenForm } from '../../runtime/listening/server-address.ts'
import { refuseIrregular } from '../../runtime/named-file.ts'
import { misuse } from '../cli-error.ts'
import { jsonOption } from '../command.ts'
import { fileTrouble } from '../process/files.ts'
import { outputFile, wholeNumber } from './argument.ts'
import { formed, withRunOptions } from './run-options.ts'

/** The options that `start` and `exec` share. */
export interface StartOptions extends Omit<SandboxOptions, 'config' | 'quiet'> {
  readonly config?: string
  readonly controlTokenFile?: string
  readonly readyFile?: string
  readonly json?: true
  readonly quiet?: true
}

export interface StartDefaults {
  readonly port: string
  readonly data: string
  readonly quiet: string
}

export function withStartOptions(command: Command, defaults: StartDefaults): Command {
  return withRunOptions(command)
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
      'token that protects the control API; required beyond loopback',
      controlToken,
    )
    .addOption(
      new Option(
        '--control-token-file <file>',
        'file with that token (default: SANDGATE_CONTROL_TOKEN)',
      ).conflicts('controlToken'),
    )
    .option('--public-url <url>', 'start of all links, if a proxy is in front', formed('publicUrl'))
    .option('--record <file>', 'write everything that happens to a run file', outputFile)
    .option('--ready-file <file>', 'write the ready line to this file when the sandbox answers')
    .option('--quiet', defaults.quiet)
    .addOption(jsonOption())
}

function controlToken(text: string): string {
  return checkedToken(text, '--control-token')
}

/** The options that the sandbox itself is started with. */
export function sandboxOptions(options: StartOptions, env: NodeJS.ProcessEnv): SandboxOptions {
  const { readyFile: _file, record: _record, json: _json, quiet: _quiet, ...other } = options
  const { controlTokenFile, ...rest } = other
  const token = rest.controlToken ?? tokenElsewhere(controlTokenFile, env)
  return token === undefined ? rest : { ...rest, controlToken: token }
}

/** The control token from a file or the environment, since everybody can read a command line. */
function tokenElsewhere(
  file: string | undefined,
  { SANDGATE_CONTROL_TOKEN }: NodeJS.ProcessEnv,
): string | undefined {
  if (file !== undefined) return checkedToken(tokenIn(file), `token in ${file}`)
  // An empty variable counts as not set.
  if (!SANDGATE_CONTROL_TOKEN) return undefined
  return checkedToken(SANDGATE_CONTROL_TOKEN, 'SANDGATE_CONTROL_TOKEN')
}

/** The error says what is wrong without quoting the token. */
function checkedToken(text: string, name: string): string {
  if (!isToken(text)) throw misuse(`Invalid ${name}: it must be ${tokenForm}`)
  return text
}

/** Editors end a file with a newline, which is not part of the token. */
function tokenIn(file: string): string {
  try {
    refuseIrregular(file)
    return readFileSync(file, 'utf8').trim()
  } catch (cause) {
    throw fileTrouble('read', file, cause)
  }
}

import { type Command, InvalidArgumentError, Option } from 'commander'
import { MAX_ID } from '../../domain/identifier.ts'
import { optionForms } from '../../runtime/config/checks/check-options.ts'
import type { SandboxOptions } from '../../runtime/config/options.ts'
import { misuse } from '../cli-error.ts'
import { wholeNumber } from './argument.ts'

/**
 * The options of every run, including those of a sweep, which are always in memory and on a free
 * port.
 */
export type RunOptions = Pick<
  SandboxOptions,
  'import' | 'scenario' | 'config' | 'seed' | 'clock' | 'allowHost' | 'tls' | 'tlsCert' | 'tlsKey'
>

export function withRunOptions(command: Command): Command {
  return command
    .option(
      '--scenario <name...>',
      'shipped scenarios or files; the last one has the highest priority',
      scenarios,
    )
    .option(
      '--config <file>',
      'config file (default: sandgate.config.yaml, if it exists)',
      formed('config', 'the path of a file'),
    )
    .option(
      '--import <file>',
      'an export that the sandbox and every world made later start with',
      formed('import'),
    )
    .option('--seed <n>', 'seed of the generated values', wholeNumber(0, MAX_ID))
    .option('--clock <instant>', 'start frozen at this instant', formed('clock'))
    .option(
      '--allow-host <name>',
      'another host name of the sandbox (can be repeated)',
      allowedHosts,
    )
    .addOption(new Option('--tls', 'use HTTPS with a generated certificate').conflicts('tlsCert'))
    .option('--tls-cert <file>', 'PEM certificate to speak HTTPS with', formed('tlsCert'))
    .option('--tls-key <file>', 'its private key', formed('tlsKey'))
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
export function formed(name: keyof SandboxOptions, words = optionForms[name].words) {
  return (text: string): string => {
    if (!optionForms[name].accepts(text)) throw new InvalidArgumentError(`It must be ${words}.`)
    return text
  }
}

const scenario = formed('scenario', 'the name of a shipped scenario, or a file')

function scenarios(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, scenario(text)]
}

const allowedHost = formed('allowHost')

function allowedHosts(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, allowedHost(text)]
}

/**
 * The start options of a sweep's runs: a fixed seed, so that the same calls get the same answers.
 */
export function sweepOptions(options: RunOptions): SandboxOptions {
  const { seed = 1, import: baseline, scenario, config, clock, allowHost } = options
  const { tls, tlsCert, tlsKey } = options
  return { import: baseline, scenario, config, clock, seed, allowHost, tls, tlsCert, tlsKey }
}

import { lstatSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { assumptionsWith } from '../../domain/assumptions/assumptions.ts'
import type { Merchant } from '../../domain/merchant.ts'
import { defaultHolidays } from '../../domain/time/banking-day.ts'
import type { Credentials } from '../../gateway/wire/caller.ts'
import { StartError } from '../start-error.ts'
import type { TlsSettings } from '../tls/server-tls.ts'
import { elapsedMs, startInstant } from './config-values.ts'
import type { ConfigDocument, MerchantPart, SandboxOptions, UserPart } from './options.ts'
import type { CheckedConfig } from './read-config.ts'
import type { GivenOf, Setting } from './setting.ts'
import { allSettings, settingsTable } from './settings-table.ts'

/**
 * `serve`: for people, at a known port, with data kept. `test`: for a test run, at a free port and
 * in memory; it ignores the config's server part.
 */
export type Purpose = 'serve' | 'test'

/** All settings of a sandbox. */
export type Settings = Readonly<ReturnType<typeof settingsOf>>

type Given = GivenOf<typeof settingsTable>

/** The settings as they were given; some mean more than their value, and are converted. */
export function settingsOf(options: SandboxOptions, config: Config, purpose: Purpose) {
  const inFile = valueInConfig(settingsTable.allowHost, config, purpose) as Given['allowHost']
  const ofSandbox = Object.entries(allSettings).filter(([, one]) => one.config ?? !one.commands)
  const values = ofSandbox.map(([name, setting]) => [
    name,
    options[name as keyof SandboxOptions] ??
      valueInConfig(setting, config, purpose) ??
      (purpose === 'test' && setting.inTests ? setting.inTests : setting).default,
  ])
  // Safe: the type is derived from the table that these values come from.
  const given = Object.fromEntries(values) as Given
  const { memory, allowHost: _hosts, scenario, import: baseline, clientTimeout, ...others } = given
  const { config: _config, record: _record, quiet: _quiet, tlsCert, tlsKey, ...plain } = others
  return {
    ...plain,
    /** Undefined: in memory. */
    data: memory ? undefined : plain.data,
    /** Undefined: plain HTTP. */
    tls: tlsOf(options, tlsCert, tlsKey),
    /** Further host names that the sandbox accepts. */
    hosts: [options.allowHost ?? [], inFile ?? []].flat() as readonly string[],
    /** The export that new worlds start with. */
    baseline,
    /** Built-in scenarios or files; the last one has the highest priority. */
    scenarios: [scenario].flat() as readonly string[],
    /** Whether the scenarios, the clock and the seed were set, or are defaults. */
    explicit: {
      scenarios: options.scenario !== undefined,
      clock: options.clock !== undefined,
      seed: options.seed !== undefined,
    },
    /** Undefined: real time. */
    clock: plain.clock === undefined ? undefined : startInstant(plain.clock),
    users: plain.users.map(userOf) as readonly Credentials[],
    /** Undefined: any merchant exists. */
    merchants: plain.merchants?.map(merchantFrom) as readonly Merchant[] | undefined,
    holidays: config.holidays ?? defaultHolidays,
    clientTimeoutMs: elapsedMs(clientTimeout) ?? 0,
    assumptions: assumptionsWith(config.document.assumptions ?? {}),
    /** The config that they come from. */
    document: withUniqueReferences(config.document, options.uniqueReferences),
  }
}

/** The values that they have unless the options or the config say otherwise, in memory. */
export const defaultSettings: Settings = settingsOf(
  { memory: true },
  { document: {}, folder: '.' },
  'serve',
)

function valueInConfig(
  { config: key, kind, part }: Setting,
  { document, folder }: Config,
  purpose: Purpose,
): unknown {
  if (key === undefined || (purpose === 'test' && part !== 'run')) return undefined
  const value = key
    .split('.')
    .reduce<unknown>((group, name) => Object(group)[name], document as unknown)
  return kind.locate === undefined || value == null ? value : kind.locate(value as never, folder)
}

/** Options win over the config, whatever they are. */
function tlsOf(
  options: SandboxOptions,
  cert: string | undefined,
  key: string | undefined,
): TlsSettings | undefined {
  if (options.tls !== undefined && options.tlsCert === undefined) {
    return options.tls ? { kind: 'generated' } : undefined
  }
  return cert === undefined || key === undefined ? undefined : { kind: 'files', cert, key }
}

/** A run file has the config, and nothing else says how its references were judged. */
function withUniqueReferences(document: ConfigDocument, unique: boolean | undefined) {
  if (unique === undefined) return document
  return { ...document, report: { ...document.report, unique_references: unique } }
}

function userOf({ merchants, ...user }: UserPart): Credentials {
  return { ...user, merchants: merchants ?? [user.merchant] }
}

/** The merchant that a config describes; missing parts are as for an unlisted merchant. */
function merchantFrom({
  id,
  name = `Merchant ${id}`,
  vault = true,
  standalone_refunds = true,
  surcharge,
}: MerchantPart): Merchant {
  const { card_types, ...plan } = surcharge ?? {}
  return {
    id,
    name,
    vault,
    standaloneRefunds: standalone_refunds,
    surcharge: surcharge && { ...plan, ...(card_types && { cardTypes: card_types }) },
  }
}

/** A valid config, and the folder its relative paths start from. */
export interface Config extends CheckedConfig {
  readonly folder: string
}

const fileNames = ['sandgate.config.yaml', 'sandgate.config.yml', 'sandgate.config.json']

/** The given config, else the one in the working folder, else an empty one. */
export async function loadConfig(
  given: string | ConfigDocument | undefined,
  folder: string,
): Promise<Config> {
  const source = given ?? ownFile(folder)
  if (source === undefined) return { document: {}, folder }
  // Most starts have no config, so its reader is loaded only if there is one.
  const { checkConfig, readConfig } = await import('./read-config.ts')
  if (typeof source === 'object') return { ...(await checkConfig(source, folder)), folder }
  const path = resolve(folder, source)
  return { ...(await readConfig(path, source)), folder: dirname(path) }
}

function ownFile(folder: string): string | undefined {
  // A broken link counts as a config, so that the start reports it.
  const isThere = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false })
  const [first, second] = fileNames.filter(isThere)
  if (second === undefined) return first
  throw new StartError(`Both ${first} and ${second} are here; remove one or pass --config`, true)
}

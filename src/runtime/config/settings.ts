import { assumptionsWith } from '../../domain/assumptions/assumptions.ts'
import type { Merchant } from '../../domain/merchant.ts'
import { defaultHolidays } from '../../domain/time/banking-day.ts'
import type { Credentials } from '../../gateway/wire/caller.ts'
import type { TlsSettings } from '../tls/server-tls.ts'
import type { Config } from './config.ts'
import { elapsedMs, startInstant } from './config-values.ts'
import type { ConfigDocument, MerchantPart, SandboxOptions, UserPart } from './options.ts'
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

import { assumptionsWith } from '../../domain/assumptions/assumptions.ts'
import { isLoopback } from '../listening/server-address.ts'
import { StartError } from '../start-error.ts'
import { checkOptions } from './checks/check-options.ts'
import { type Config, loadConfig } from './config.ts'
import {
  fromHere,
  merchantFrom,
  reportSettings,
  scenarioFromHere,
  startInstant,
  userOf,
} from './config-values.ts'
import type { SandboxOptions } from './options.ts'
import { defaultSettings, type Settings } from './settings.ts'

/**
 * `serve`: for people, at a known port, with data kept. `test`: for a test run, at a free port and
 * in memory; it ignores the config's server part.
 */
export type Purpose = 'serve' | 'test'

const DATA_FOLDER = '.sandgate'

/** All settings of a sandbox: options win over the config, which wins over the defaults. */
export async function settingsFrom(
  options: SandboxOptions,
  purpose: Purpose,
  folder = process.cwd(),
): Promise<Settings> {
  checkOptions(options)
  const config = await loadConfig(options.config, folder)
  const { clock, seed, worlds, journal } = config.document
  const server = (purpose === 'serve' && config.document.server) || {}
  const { references } = options
  // Part of the document, so that a run file has it.
  const document = references
    ? { ...config.document, report: { ...config.document.report, references } }
    : config.document
  const startClock = options.clock ?? clock
  const settings: Settings = {
    ...defaultSettings,
    auth: config.document.auth ?? defaultSettings.auth,
    users: (config.document.users ?? []).map(userOf),
    merchants: config.document.merchants?.map(merchantFrom),
    port: options.port ?? server.port ?? (purpose === 'test' ? 0 : defaultSettings.port),
    host: options.host ?? server.host ?? defaultSettings.host,
    hosts: [...[options.allowHost ?? []].flat(), ...(server.hosts ?? [])],
    publicUrl: options.publicUrl ?? server.public_url ?? undefined,
    tls: tlsFrom(options, config, server),
    controlToken: options.controlToken ?? server.control_token ?? undefined,
    data: options.memory ? undefined : dataFolder(options, config, purpose),
    baseline: options.import,
    durability: options.durability ?? server.durability ?? defaultSettings.durability,
    scenarios: scenariosOf(options, config),
    explicit: {
      scenarios: options.scenario !== undefined,
      clock: options.clock !== undefined,
      seed: options.seed !== undefined,
    },
    watch: options.watch ?? false,
    seed: options.seed ?? seed,
    clock: startClock === undefined ? undefined : startInstant(startClock),
    keepWorlds: worlds?.keep ?? defaultSettings.keepWorlds,
    worldLimit: worlds?.limit ?? defaultSettings.worldLimit,
    holidays: config.holidays ?? defaultSettings.holidays,
    document,
    journalLimit: journal?.limit ?? defaultSettings.journalLimit,
    report: reportSettings(document.report),
    assumptions: assumptionsWith(config.document.assumptions ?? {}),
  }
  refuseOpenDoor(settings, purpose)
  return settings
}

/** Options win over the config, whose file paths are relative to its own folder. */
function tlsFrom(
  { tls, tlsCert, tlsKey }: SandboxOptions,
  { folder }: Config,
  server: NonNullable<Config['document']['server']>,
): Settings['tls'] {
  if (tlsCert !== undefined && tlsKey !== undefined) {
    return { kind: 'files', cert: tlsCert, key: tlsKey }
  }
  if (tls !== undefined) return tls ? { kind: 'generated' } : undefined
  const { cert, key } = server.tls ?? {}
  if (typeof cert !== 'string' || typeof key !== 'string') return undefined
  return { kind: 'files', cert: fromHere(folder, cert), key: fromHere(folder, key) }
}

function dataFolder(options: SandboxOptions, config: Config, purpose: Purpose): string | undefined {
  if (options.data !== undefined) return options.data
  if (purpose === 'test') return undefined
  const { data } = config.document.server ?? {}
  return data === undefined ? DATA_FOLDER : fromHere(config.folder, data)
}

function scenariosOf(
  { scenario }: SandboxOptions,
  { document, folder }: Config,
): readonly string[] {
  if (scenario !== undefined) return [scenario].flat()
  const listed = document.scenarios?.map((entry) => scenarioFromHere(folder, entry))
  return listed ?? defaultSettings.scenarios
}

/** The control API can do anything, so other machines may reach it only with a token. */
function refuseOpenDoor({ host, controlToken }: Settings, purpose: Purpose): void {
  if (isLoopback(host) || controlToken !== undefined) return
  const message = `Listening on ${host}, beyond this machine, needs a control token`
  const advice =
    purpose === 'serve'
      ? 'set SANDGATE_CONTROL_TOKEN or server.control_token, or pass --control-token-file'
      : 'pass --control-token, or controlToken to startSandbox()'
  throw new StartError(`${message}; ${advice}`, true)
}

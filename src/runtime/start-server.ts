import { randomBytes, randomInt } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { unlistedMerchant } from '../domain/merchant.ts'
import { bankingCalendar } from '../domain/time/banking-day.ts'
import { realClock } from '../domain/time/clock.ts'
import { type AppParts, createApp } from '../http/app.ts'
import type { CoverageAnswer, ReportAnswer } from '../http/contract/control/calls/report.ts'
import type { Judging } from '../http/control/parts.ts'
import {
  coverageAnswer,
  reportAnswer,
  storiesOf,
  wholeRun,
} from '../http/control/representation/report-representation.ts'
import { type KnownHosts, knownHosts } from '../http/host-check.ts'
import { later } from '../http/operation.ts'
import { openToAll, ownClient, usersOnly } from '../http/pipeline/auth.ts'
import type { Tape } from '../http/pipeline/record/tape.ts'
import type { StoryDocument } from '../insight/report/report-document.ts'
import type { Run } from '../insight/run/run.ts'
import type { SweepWatch } from '../insight/sweep/sweep-watch.ts'
import { sealedScenario } from '../scenario/matching/sealed-rule.ts'
import type { Scenario } from '../scenario/rule.ts'
import { fingerprintWith } from '../store/disk/fingerprint.ts'
import { stateDocument } from '../store/image/state-document.ts'
import type { StartState } from '../world/start-state.ts'
import type { Surroundings, World } from '../world/world.ts'
import type { Settings } from './config/settings.ts'
import { judgingOf } from './judging.ts'
import { applyStartOptions } from './restored-start.ts'
import { ScenarioShelf } from './scenarios/scenario-shelf.ts'
import { unknownUsers } from './scenarios/unknown-users.ts'
import { ScenarioWatch } from './scenarios/watch-scenarios.ts'
import { type Listening, listen } from './server.ts'
import { hostInUrl, schemeOf } from './server-address.ts'
import type { ServerTls } from './tls/server-tls.ts'
import { reportUncovered } from './uncovered-years.ts'
import { version } from './version.ts'
import { AlarmClock } from './worlds/alarm-clock.ts'
import { type Home, inPlainWords, type LoadProgress, openHome } from './worlds/open-home.ts'
import { WorldRegistry } from './worlds/world-registry.ts'

/** A sandbox that is running. */
export interface Running {
  readonly url: string
  /** Where this machine finds it, whatever its public address is. */
  readonly localUrl: string
  /** The file with the certificate to trust, where one was made for HTTPS. */
  readonly ca: string | undefined
  readonly api: string
  readonly dashboard: string
  readonly worlds: WorldRegistry
  /** What clients have done so far; after the stop, all that they did. */
  report(): ReportAnswer
  coverage(): CoverageAnswer
  /** The payments that they made, oldest first. */
  stories(): readonly StoryDocument[]
  stop(): Promise<void>
}

export type Log = (line: string, cause?: unknown) => void

/** For whoever wants to see more of it than its address. */
export interface StartHooks {
  /** While a stored world is being read. */
  readonly onProgress?: LoadProgress
  /** Its dashboard is for looking only: it shows a recorded run. */
  readonly isReadOnly?: boolean
  /** Told to stop over the control API; the process ends with it then. */
  readonly onStop?: () => void
  /** Does not keep a process alive that has nothing else to do. */
  readonly isBackground?: true
  /** Each world before it is first used, those made later included. */
  readonly onWorld?: (world: World) => void
  readonly sweep?: SweepWatch
  /** Records the run, or plays one again. */
  readonly tape?: Tape
  readonly realTime?: () => number
  /** Further names that it is called by, and the scheme that links begin with, in a replay. */
  readonly hosts?: readonly string[]
  readonly scheme?: 'http' | 'https'
}

/** The only way to start: the command line, the library and the tests all come through here. */
export async function startServer(
  settings: Settings,
  log: Log,
  hooks: StartHooks = {},
): Promise<Running> {
  const shelf = await ScenarioShelf.open(settings.scenarios)
  const warnings = [...shelf.warnings, ...unknownUsers(shelf.scenarios, settings)]
  for (const warning of warnings) log(`warning: ${warning}`)
  const home = await openHome(settings, log, hooks.onProgress)
  const alarms = new AlarmClock(log)
  const judging = judgingOf(settings, shelf)
  const started = new Set<string>()
  const around = {
    ...surroundings(settings, home, { alarms, log, run: judging.run }),
    ...(hooks.realTime && { realTime: hooks.realTime }),
    sweep: hooks.sweep,
  }
  const plain = startState(settings, shelf, around.fingerprint)
  const start = await startWith(settings, plain, around).catch(async (error: unknown) => {
    await home.worlds.close()
    throw error
  })
  const worlds = new WorldRegistry({
    home: home.worlds,
    limit: settings.worldLimit,
    start,
    surroundings: around,
    opened(world, from) {
      // Once for each: an idle one stays as it was.
      if (from === 'store' && !started.has(world.name)) applyStartOptions(world, settings)
      started.add(world.name)
      hooks.onWorld?.(world)
    },
  })
  const stopping = new AbortController()
  // Every answer that waits listens to it.
  setMaxListeners(0, stopping.signal)
  const tls = await tlsFor(settings)
  let watch: ScenarioWatch | undefined
  try {
    // A clock that cannot be set is told at the start, and a watched file belongs to all worlds.
    const which = settings.explicit.clock || settings.watch ? 'all' : 'default'
    await inPlainWords(() => worlds.openKept(which))
    if (settings.watch) watch = new ScenarioWatch({ shelf, worlds: () => worlds.list(), log })
    const stop = stopOnRequest(hooks, () => sandbox.stop(), log)
    const { isReadOnly = false } = hooks
    const parts = { worlds, log, judging, stopping: stopping.signal, stop, tls, isReadOnly }
    const server = await serve(settings, hooks, parts)
    if (hooks.isBackground) server.unref()
    const place = { port: server.port, ca: tls?.ca, judging }
    const sandbox = running(settings, place, worlds, async () => {
      stopping.abort()
      await watch?.close()
      await server.stop()
      await worlds.close()
      await tls?.close()
    })
    return sandbox
  } catch (error) {
    await watch?.close()
    await tls?.close()
    await worlds.close()
    throw error
  }
}

function serve(
  settings: Settings,
  { tape, hosts = [], scheme = schemeOf(settings) }: StartHooks,
  {
    tls,
    ...parts
  }: Pick<AppParts, 'log' | 'stopping' | 'stop' | 'isReadOnly'> & {
    readonly worlds: WorldRegistry
    readonly judging: Judging
    readonly tls: ServerTls | undefined
  },
): Promise<Listening> {
  const { assumptions, auth, users, host, publicUrl, controlToken, port } = settings
  const app = createApp({
    ...parts,
    version,
    assumptions,
    auth,
    authenticate: auth === 'open' ? openToAll(openMerchant(settings)) : usersOnly(users),
    snapshots: ({ name }) => parts.worlds.snapshots(name),
    stateDocument,
    hosts: new Set([...hostsOf(settings), ...hosts]),
    publicUrl,
    scheme,
    controlToken,
    formToken: randomBytes(16).toString('hex'),
    own: ownClient(randomBytes(16).toString('hex'), firstMerchant(settings)),
    loadDashboard: later(async () => (await import('../dashboard/dashboard.ts')).createDashboard()),
    tape,
  })
  return listen(app, { host, port, tls, codes: assumptions.error_codes })
}

/** One that exists here. */
function firstMerchant({ merchants, users }: Settings): number {
  return merchants?.[0]?.id ?? users[0]?.merchant ?? 1
}

/** Loaded only where it is asked for. */
async function tlsFor(settings: Settings): Promise<ServerTls | undefined> {
  if (settings.tls === undefined) return undefined
  const { serverTls } = await import('./tls/server-tls.ts')
  const { data } = settings
  const hosts = [...hostsOf(settings)].map((name) => name.replace(/^\[(.*)\]$/, '$1'))
  return await serverTls(settings.tls, { data, hosts, now: Date.now() })
}

function hostsOf({ host, publicUrl, hosts }: Settings): KnownHosts {
  return knownHosts({ host, publicUrl, allowed: hosts })
}

/** Over the control API: whoever started the process ends it, else the sandbox stops alone. */
function stopOnRequest(hooks: StartHooks, stop: () => Promise<void>, log: Log): AppParts['stop'] {
  const { onStop } = hooks
  const stopAlone = () => {
    stop().catch((cause: unknown) => log('The sandbox did not stop cleanly', cause))
  }
  return () => {
    setImmediate(onStop ?? stopAlone)
    return onStop === undefined ? null : process.pid
  }
}

function running(
  settings: Settings,
  {
    port,
    ca,
    judging,
  }: { readonly port: number; readonly ca: string | undefined; readonly judging: Judging },
  worlds: WorldRegistry,
  stop: () => Promise<void>,
): Running {
  const { host, publicUrl } = settings
  const localUrl = `${schemeOf(settings)}://${hostInUrl(host)}:${port}`
  const url = publicUrl?.replace(/\/$/, '') ?? localUrl
  let stopped: Promise<void> | undefined
  return {
    url,
    localUrl,
    ca,
    api: `${url}/v1`,
    dashboard: `${url}/_sandbox`,
    worlds,
    report() {
      for (const { journal } of worlds.list()) journal.writeDown()
      return reportAnswer(judging, wholeRun)
    },
    coverage() {
      for (const { journal } of worlds.list()) journal.writeDown()
      return coverageAnswer(judging, wholeRun)
    },
    stories() {
      for (const { journal } of worlds.list()) journal.writeDown()
      return storiesOf(judging, wholeRun)
    },
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

function startState(
  { clock, seed, explicit }: Settings,
  shelf: ScenarioShelf,
  fingerprint: Surroundings['fingerprint'],
): StartState {
  const sealed = new WeakMap<Scenario, Scenario>()
  const sealedOnce = (scenario: Scenario): Scenario => {
    const kept = sealed.get(scenario) ?? sealedScenario(scenario, fingerprint)
    sealed.set(scenario, kept)
    return kept
  }
  return {
    clock: clock === undefined ? realClock : { mode: 'frozen', at: clock },
    // Asked anew each time: a watched file may have changed them.
    get scenarios() {
      return shelf.scenarios.map(sealedOnce)
    },
    keepsScenarios: explicit.scenarios,
    seed: seed ?? randomInt(2 ** 31),
  }
}

async function startWith(
  settings: Settings,
  plain: StartState,
  around: Surroundings,
): Promise<StartState> {
  if (settings.baseline === undefined) return plain
  const { readBaseline } = await import('./baseline.ts')
  return await readBaseline(settings, plain, around)
}

function surroundings(
  { assumptions, holidays, merchants, journalLimit, report }: Settings,
  { key }: Home,
  parts: { readonly alarms: AlarmClock; readonly log: Log; readonly run: Run },
): Surroundings {
  const calendar = bankingCalendar(holidays)
  const { alarms, log, run } = parts
  return {
    assumptions,
    calendar,
    yearReached: reportUncovered(calendar, log),
    merchant:
      merchants === undefined
        ? unlistedMerchant
        : (id) => merchants.find((merchant) => merchant.id === id),
    realTime: Date.now,
    fingerprint: fingerprintWith(key),
    journalLimit,
    run: report.judge ? run : undefined,
    wake: alarms.wake,
  }
}

/** Whose vault somebody without credentials sees: merchant 1's, or the first one's where 1 is not listed. */
function openMerchant({ merchants }: Settings): number {
  const isListed = merchants === undefined || merchants.some(({ id }) => id === 1)
  return isListed ? 1 : (merchants[0]?.id ?? 1)
}

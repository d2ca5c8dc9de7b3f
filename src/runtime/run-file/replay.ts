import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseInstant } from '../../domain/time/instant.ts'
import { hostName } from '../../http/host-check.ts'
import { SweepWatch } from '../../insight/sweep/sweep-watch.ts'
import type { Settings } from '../config/settings.ts'
import { settingsFrom } from '../config/settings-from.ts'
import type { Log, Running, StartHooks } from '../running.ts'
import { startServer } from '../start-server.ts'
import { newTemporaryFolder } from '../temporary-folder.ts'
import { Player } from './player.ts'
import type { RunFile } from './read-run.ts'
import { OWN_KEY, type ReplayStep, replaySteps, type StepDifference } from './replay-steps.ts'
import type { RunHeader } from './run-record.ts'

export interface ReplayOptions {
  readonly log: Log
  /** 0 picks a free port. */
  readonly port?: number
  readonly onStep?: (done: number, total: number) => void
}

export interface Replayed {
  readonly steps: readonly ReplayStep[]
  readonly differences: readonly StepDifference[]
}

/** Sends the requests of a run again to a separate sandbox, and compares the answers. */
export async function replay(
  run: RunFile,
  { log, port = 0, onStep = () => undefined }: ReplayOptions,
): Promise<Replayed> {
  const { header } = run
  const steps = replaySteps(run)
  const player = new Player(steps, parseInstant(header.started_at) ?? 0)
  const { realTime } = player
  const hosts = hostsOf(steps)
  const hooks = { tape: player, realTime, hosts, ownKey: OWN_KEY, ...watchOf(header) }
  const running = await startAgain(header, hooks, { port, log })
  try {
    await player.play(Number(new URL(running.localUrl).port), (done) => onStep(done, steps.length))
  } finally {
    await running.stop()
  }
  return { steps, differences: player.differences }
}

/** Starts a sandbox with the options of a run. */
export async function startAgain(
  header: RunHeader,
  hooks: StartHooks,
  { port, log, ...limits }: Pick<Settings, 'port'> & { readonly log: Log } & Partial<Settings>,
): Promise<Running> {
  const folder = await newTemporaryFolder('sandgate-replay-')
  try {
    const settings = { ...(await settingsOf(header, folder)), ...limits, port }
    return await startServer(settings, log, { scheme: header.scheme, ...hooks })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Injects the fault of the sweep again. */
function watchOf({ cell }: RunHeader): { readonly sweep?: SweepWatch } {
  if (cell === null) return {}
  const { call: name, operation, at, form, recovery, known } = cell
  const target = { name: `${name}/${at}/${form}`, call: { name, operation }, at, form, recovery }
  return { sweep: new SweepWatch({ cell: target, known }) }
}

/** The host names the sandbox was called by, since links in answers begin with them. */
function hostsOf(steps: readonly ReplayStep[]): readonly string[] {
  const names = steps.flatMap(({ record }) =>
    record.record === 'call' ? (hostName(record.request.headers.host ?? '') ?? []) : [],
  )
  return [...new Set(names)]
}

async function settingsOf(header: RunHeader, folder: string): Promise<Settings> {
  const scenario = await Promise.all(
    header.scenarios.map(async (entry, i) => {
      if (typeof entry === 'string') return entry
      const file = join(folder, `${i}.json`)
      // Its page shows it by lines.
      await writeFile(file, JSON.stringify(entry, undefined, 2))
      return file
    }),
  )
  const { seed, clock, public_url } = header
  // These name files, which a run file has itself; it may come from anybody.
  const { server: _server, scenarios: _listed, holidays: _file, ...config } = header.config
  const options = { scenario, seed, config, memory: true, ...(clock && { clock }) }
  const settings = await settingsFrom(options, 'test', folder)
  return {
    ...settings,
    holidays: header.holidays,
    publicUrl: public_url ?? undefined,
    explicit: { ...settings.explicit, ...header.explicit },
    baseline: await baselineOf(header, folder),
  }
}

/** Writes the baseline to a file that every world starts with. */
async function baselineOf({ baseline }: RunHeader, folder: string): Promise<string | undefined> {
  if (baseline === undefined) return undefined
  const file = join(folder, 'baseline.json')
  await writeFile(file, JSON.stringify(baseline))
  return file
}

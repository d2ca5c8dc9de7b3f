import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseInstant } from '../../domain/time/instant.ts'
import { hostName } from '../../http/host-check.ts'
import { SweepWatch } from '../../insight/sweep/sweep-watch.ts'
import type { Settings } from '../config/settings.ts'
import { settingsFrom } from '../config/settings-from.ts'
import type { Log, Running } from '../running.ts'
import { startServer } from '../start-server.ts'
import { Player } from './player.ts'
import type { RunFile, RunStep } from './read-run.ts'
import type { RunHeader } from './run-record.ts'

/** A replayed run and the sandbox it ran on. */
export interface Replayed {
  readonly player: Player
  readonly running: Running
}

export interface ReplayOptions {
  readonly log: Log
  /** 0 picks a free port. */
  readonly port?: number
  readonly onStep?: (done: number, total: number) => void
  /** The text of the file, if it was read before. */
  readonly text?: string
}

/** Replays a run on its own sandbox, which ends in the state the run ended in. */
export async function replay(
  { header, steps }: RunFile,
  { log, port = 0, onStep = () => undefined }: ReplayOptions,
): Promise<Replayed> {
  const player = new Player(steps, parseInstant(header.started_at) ?? 0)
  const running = await startAgain(header, { port, player, log, hosts: hostsOf(steps) })
  try {
    await player.play(Number(new URL(running.localUrl).port), (done) => onStep(done, steps.length))
    for (const world of running.worlds.list()) world.concludeJudging()
    return { player, running }
  } catch (error) {
    await running.stop()
    throw error
  }
}

interface StartParts {
  readonly port: number
  readonly player: Player
  readonly log: Log
  readonly hosts: readonly string[]
}

async function startAgain(
  header: RunHeader,
  { port, player, log, hosts }: StartParts,
): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'sandgate-replay-'))
  try {
    const settings = await settingsOf(header, folder)
    const { scheme } = header
    const sweep = watchOf(header)
    const { realTime } = player
    const hooks = { tape: player, realTime, hosts, scheme, shows: 'recorded', ...sweep } as const
    return await startServer({ ...settings, port }, log, hooks)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Injects the fault of the sweep again. */
function watchOf({ cell }: RunHeader): { readonly sweep?: SweepWatch } {
  if (cell === null) return {}
  const { call: name, operation, at, form, recovery, known = [] } = cell
  const struck = { name: `${name}/${at}/${form}`, call: { name, operation }, at, form, recovery }
  return { sweep: new SweepWatch({ cell: struck, known }) }
}

/** The host names the sandbox was called by, since links in answers begin with them. */
function hostsOf(steps: readonly RunStep[]): readonly string[] {
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
    // Run files of older versions have no `explicit`.
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

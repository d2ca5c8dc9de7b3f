import { promises } from 'node:fs'
import { join } from 'node:path'
import { counted } from '../../base/text/counted.ts'
import { Problem } from '../../domain/problem.ts'
import { type Instant, parseInstant } from '../../domain/time/instant.ts'
import { stateDocument } from '../../gateway/store/image/image-reader.ts'
import { StoreError } from '../../gateway/store/port/store-error.ts'
import { replaceState, stateIntake } from '../../gateway/world/commands/state-commands.ts'
import { Records } from '../../gateway/world/records/records.ts'
import { forgottenCounts } from '../../gateway/world/rule-state.ts'
import type { World } from '../../gateway/world/world.ts'
import { commitText, ranText } from '../../judge/report/ran-text.ts'
import type { Settings } from '../config/settings.ts'
import { settingsFrom } from '../config/settings-from.ts'
import type { Log, Running, StartHooks } from '../running.ts'
import { StartError } from '../start-error.ts'
import { startServer } from '../start-server.ts'
import { newTemporaryFolder } from '../temporary-folder.ts'
import { type RunFile, readRun } from './read-run.ts'
import type { RunHeader } from './run-record.ts'

/** A run from a file, on a sandbox that can only be looked at. */
export interface ViewedRun {
  readonly running: Running
  /** What was run and when, and how much it holds: `npm test ran on …`, `14 requests`. */
  readonly title: { readonly what: string; readonly more: string }
}

export interface OpenOptions {
  readonly log: Log
  /** 0 picks a free port. */
  readonly port?: number
  /** The text of the file, if it was read before. */
  readonly text?: string
}

/** More than a run can have. */
const ANY = 1_000_000

/** Opens a run file: judges what happened again, and shows the worlds as they were at the end. */
export async function openRun(
  file: string,
  { log, port = 0, text }: OpenOptions,
): Promise<ViewedRun> {
  const run = await readRun(file, text)
  const { header, end } = run
  const until = endOf(run)
  const ended = {
    command: header.command,
    startedAt: parseInstant(header.started_at) ?? 0,
    commit: commitText(header),
  }
  const title = { what: ranText(ended), more: heldText(run) }
  const hooks = {
    // Time stands still, so that nothing happens that did not happen in the run.
    realTime: () => until,
    shows: ended,
    // Judging only the rest of the run would give another report.
    ...(header.dropped && end && { shownReport: end.report }),
  }
  const limits = { port, log, worldLimit: ANY, requestLimit: ANY }
  const running = await startFrom(header, hooks, limits)
  try {
    await show(run, running)
    return { running, title }
  } catch (cause) {
    await running.stop()
    if (cause instanceof StartError) throw cause
    throw new StartError(`${file} cannot be opened: ${reasonOf(cause)}`, true)
  }
}

/** Messages of JavaScript's own errors help nobody who edited a file. */
function reasonOf(cause: unknown): string {
  const isReadable = cause instanceof Problem || cause instanceof StoreError
  return isReadable ? cause.message : 'its values do not belong together'
}

/** The real time at which it ended, or of the last thing that is known. */
function endOf({ header, entries, end }: RunFile): Instant {
  const known = parseInstant(end?.at ?? '')
  if (known !== undefined) return known
  const timeOf = (entry: RunFile['entries'][number]) =>
    entry.record === 'exchange' ? Date.parse(entry.exchange.real_at) + entry.exchange.duration : 0
  // A run may have more entries than a function takes arguments.
  return entries.reduce(
    (latest, entry) => Math.max(latest, timeOf(entry)),
    parseInstant(header.started_at) ?? 0,
  )
}

/** `14 requests`, and what is missing. */
function heldText({ header: { dropped = 0 }, entries, end }: RunFile): string {
  const calls = entries.filter(({ record }) => record === 'exchange').length
  return [
    counted(calls, 'request'),
    ...(dropped > 0 ? [`${counted(dropped, 'older request')} not kept`] : []),
    ...(end === undefined ? ['cut short, so stored transactions are missing'] : []),
  ].join('; ')
}

async function show(run: RunFile, { worlds }: Running): Promise<void> {
  const { entries, states } = run
  const present = new Set(['default', ...(states.size > 0 ? states.keys() : openAtEnd(run))])
  const { recorder } = (await worlds.open('default')).environment
  const opened = new Map<string, World>()
  for (const name of present) {
    const world = await worlds.open(name)
    opened.set(name, world)
    const state = states.get(name)
    if (state !== undefined) await load(world, state)
  }
  // Opening the worlds has begun further tests.
  recorder.restart()
  const last = new Map(entries.map((entry) => [entry.world, entry]))
  for (const entry of entries) {
    // The sandbox stopped; its worlds are shown as they were.
    const isStop = entry.record === 'ended' && last.get(entry.world) === entry
    if (isStop && present.has(entry.world)) recorder.stopped(entry)
    else recorder.add(entry)
  }
  for (const [name, world] of opened) world.history = recorder.current(name)
  countRules(run, opened)
}

/** How often each rule applied: a state has only the counts of its own world. */
function countRules({ entries, states }: RunFile, opened: ReadonlyMap<string, World>): void {
  const runCounts = opened.get('default')?.environment.runCounts
  for (const entry of entries) {
    const world = states.size === 0 ? opened.get(entry.world ?? '') : undefined
    if (entry.record === 'cleared' && entry.world === null) runCounts?.restart()
    if (entry.record === 'test' && entry.isReset) {
      world?.commit(forgottenCounts(world.records, () => false))
    }
    if (entry.record !== 'exchange') continue
    const { rules } = entry.exchange
    runCounts?.add(rules.map((key) => ({ table: 'run_counts', key, hits: 1 })))
    world?.commit(rules.map((key) => world.rules.hitOnce(key)))
  }
}

/** The worlds that were not removed before the file ends. */
function openAtEnd({ entries }: RunFile): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { record, world } of entries) {
    if (world === null) continue
    if (record === 'ended') names.delete(world)
    else names.add(world)
  }
  return names
}

async function load(world: World, state: object): Promise<void> {
  const records = new Records()
  const into = stateIntake(records, world.environment)
  await stateDocument.read(chunksOf(state), into, Number.POSITIVE_INFINITY)
  replaceState(world, records, 'imported')
}

async function* chunksOf(state: object): AsyncGenerator<Uint8Array> {
  yield Buffer.from(JSON.stringify(state))
}

/** Starts a sandbox with the options of a recorded run. */
async function startFrom(
  header: RunHeader,
  hooks: StartHooks,
  { port, log, ...limits }: Pick<Settings, 'port'> & { readonly log: Log } & Partial<Settings>,
): Promise<Running> {
  const folder = await newTemporaryFolder('sandgate-open-')
  try {
    const settings = { ...(await settingsOf(header, folder)), ...limits, port }
    return await startServer(settings, log, hooks)
  } finally {
    await promises.rm(folder, { recursive: true })
  }
}

async function settingsOf(header: RunHeader, folder: string): Promise<Settings> {
  const scenario = await Promise.all(
    header.scenarios.map(async (entry, i) => {
      if (typeof entry === 'string') return entry
      const file = join(folder, `${i}.json`)
      // Its page shows it by lines.
      await promises.writeFile(file, JSON.stringify(entry, undefined, 2))
      return file
    }),
  )
  const { seed, clock } = header
  // These name files, which a run file has itself; it may come from anybody.
  const { server: _server, scenarios: _listed, holidays: _file, ...config } = header.config
  const options = { scenario, seed, config, memory: true, ...(clock && { clock }) }
  const settings = await settingsFrom(options, 'test', folder)
  return {
    ...settings,
    holidays: header.holidays,
    explicit: { ...settings.explicit, ...header.explicit },
  }
}

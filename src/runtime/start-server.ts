import { randomInt } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import { setImmediate } from '../base/timers.ts'
import type { Judging } from '../control/parts.ts'
import { wholeRun } from '../control/representation/report-representation.ts'
import { isoUtc } from '../domain/time/instant.ts'
import { advanceClock, passUntilResolved } from '../gateway/world/commands/clock-commands.ts'
import { changeScenarios, replacing } from '../gateway/world/commands/rules/rule-commands.ts'
import { metaChange, readMeta } from '../gateway/world/records/meta.ts'
import type { World } from '../gateway/world/world.ts'
import { errorsToSave, savedErrors } from '../judge/report/earlier-errors.ts'
import { requestDocument } from '../record/request-document.ts'
import type { RunEntry } from '../record/run-entry.ts'
import type { AppParts } from './app.ts'
import { keepClockFile } from './clock-file.ts'
import type { Settings } from './config/settings.ts'
import { AlarmClock, environment, readBaseline, startState } from './environment.ts'
import type { RunWriter } from './run-file/run-writer.ts'
import { judgingOf, type Log, type Running, running, type StartHooks } from './running.ts'
import { ScenarioShelf } from './scenarios/scenario-source.ts'
import { ScenarioWatch } from './scenarios/watch-scenarios.ts'
import { serve, tlsFor } from './serve.ts'
import { StartError } from './start-error.ts'
import { type Home, openHome, withStartError } from './worlds/open-home.ts'
import { DEFAULT_WORLD, WorldRegistry } from './worlds/world-registry.ts'

/** The only way to start: the command line, the library and the tests all come through here. */
export async function startServer(
  settings: Settings,
  log: Log,
  hooks: StartHooks = {},
): Promise<Running> {
  const shelf = await ScenarioShelf.open(settings.scenarios)
  for (const warning of shelf.warnings) log(`warning: ${warning}`)
  return await startAtHome(settings, shelf, { log, hooks })
}

async function startAtHome(
  given: Settings,
  shelf: ScenarioShelf,
  { log, hooks }: { readonly log: Log; readonly hooks: StartHooks },
): Promise<Running> {
  const settings = { ...given, seed: given.seed ?? randomInt(2 ** 31) }
  // Of the start: a file may be changed or removed before the run is saved.
  const began = { startedAt: Date.now(), scenarios: shelf.documents }
  const runHeader = async () => {
    const { runHeader: header } = await import('./run-file/run-header.ts')
    return header(settings, hooks, began)
  }
  let writer: RunWriter | undefined
  const write = hooks.record === undefined ? undefined : (entry: RunEntry) => writer?.write(entry)
  const home = await openHome(settings, log, hooks.onProgress)
  const alarms = new AlarmClock(log)
  const judging = judgingOf(settings, shelf, { ...hooks, write })
  if (hooks.sweep) judging.recorder.follow(hooks.sweep)
  judging.judge.continueAfter(savedErrors(home.lastRun))
  const around = {
    ...environment(settings, home, { alarms, log, recorder: judging.recorder }),
    ...(hooks.realTime && { realTime: hooks.realTime }),
    director: hooks.sweep,
  }
  const plain = startState(settings, shelf)
  let start = plain
  try {
    start = await readBaseline(settings, plain, around)
    if (hooks.record !== undefined) {
      writer = await openWriter(hooks.record, runHeader).catch(unlessOptional(hooks))
    }
  } catch (error) {
    await home.worlds.close()
    throw error
  }
  const worlds = new WorldRegistry({
    home: home.worlds,
    limit: settings.worldLimit,
    start,
    environment: around,
    opened(world, from) {
      if (from === 'store') applyStartOptions(world, settings)
      if (settings.clockFile !== undefined && world.name === DEFAULT_WORLD) {
        keepClockFile(world, settings.clockFile, log)
      }
      hooks.onWorld?.(world)
      if (hooks.onRequest) forwardRequests(world, hooks.onRequest)
    },
  })
  const stopping = new AbortController()
  // Every delayed answer listens to this signal.
  setMaxListeners(0, stopping.signal)
  let tls: Awaited<ReturnType<typeof tlsFor>>
  let watch: ScenarioWatch | undefined
  try {
    tls = await tlsFor(settings)
    await withStartError(() => worlds.openKept())
    if (settings.watch) watch = new ScenarioWatch({ shelf, worlds: () => worlds.list(), log })
    const stop = stopOnRequest(hooks, () => sandbox.stop(), log)
    const { shows } = hooks
    const scenarioFile = (name: string) => shelf.textOf(name)
    const common = { id: home.id, worlds, log, judging, scenarioFile, shows, runHeader }
    const parts = { ...common, stopping: stopping.signal, stop, tls }
    const server = await serve(settings, parts)
    if (hooks.isBackground) server.unref()
    const seed = seedIn(worlds) ?? start.seed
    const own = {
      id: home.id,
      port: server.port,
      ca: tls?.ca,
      certificate: tls?.cert,
      seed,
      judging,
      worlds,
    }
    const sandbox = running(settings, own, async () => {
      stopping.abort()
      await watch?.close()
      await server.stop()
      // A sweep judges what happened to the money, so nothing may be left undecided.
      if (hooks.sweep) for (const world of worlds.list()) await passUntilResolved(world)
      await writer?.writeStates(worlds.list())
      await saveErrors(judging, home, log)
      await worlds.close()
      await tls?.close()
      await writer?.close(judging).catch(unlessOptional(hooks))
    })
    const { url, localUrl } = sandbox
    await home.announce({
      url: localUrl,
      ...(url !== localUrl && { public_url: url }),
      ca: tls?.ca,
    })
    home.onLost(({ message }) => {
      log(message)
      stop()
    })
    return sandbox
  } catch (error) {
    await watch?.close()
    await tls?.close()
    await home.discardNew()
    await worlds.close()
    throw error
  }
}

/** For the next start with this data. A run in which nothing happened leaves what the one before left. */
async function saveErrors({ judge }: Judging, home: Home, log: Log): Promise<void> {
  const { tally } = judge.part(wholeRun)
  if (tally.requests === 0) return
  await home
    .saveLastRun(errorsToSave(tally))
    .catch((failure) => log('The errors of this run cannot be kept', failure))
}

/** A run that is recorded for convenience does not fail because it cannot be written. */
function unlessOptional({ isRecordOptional }: StartHooks) {
  return (failure: unknown): undefined => {
    if (!isRecordOptional) throw failure
  }
}

async function openWriter(file: string, header: () => Promise<object>): Promise<RunWriter> {
  const { RunWriter } = await import('./run-file/run-writer.ts')
  return await RunWriter.open(file, await header())
}

function forwardRequests(world: World, onRequest: NonNullable<StartHooks['onRequest']>): void {
  world.events.listen((event) => {
    if (event.type === 'request') onRequest(requestDocument(event.entry), world.name)
  })
}

/** A stored world keeps its own seed. */
function seedIn(worlds: WorldRegistry): number | undefined {
  const home = worlds.list().find(({ name }) => name === DEFAULT_WORLD)
  return home && readMeta(home.records, 'seed')?.value
}

/**
 * A stop over the control API ends the process if its starter gave `onStop`, else only the sandbox.
 */
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

/** A stored world continues as it was, except for the options of this start. */
function applyStartOptions(world: World, { explicit, clock, seed }: Settings): void {
  if (explicit.clock && clock !== undefined) startClockAt(world, clock)
  if (explicit.scenarios)
    changeScenarios(
      world,
      replacing(() => world.start.scenarios),
    )
  if (explicit.seed && seed !== undefined && seed !== world.seed) {
    world.commit([metaChange('seed', { value: seed })])
  }
}

function startClockAt(world: World, at: number): void {
  world.run((context) => {
    const { now } = context
    if (at < now) throw new StartError(tooEarly(world.name, at, now), true)
    advanceClock(world, context, { to: at, subject: 'nothing', mode: 'frozen' })
  })
}

function tooEarly(name: string, at: number, now: number): string {
  const stored = name === 'default' ? 'the stored data' : `the stored world ${name}`
  return `The clock cannot start at ${isoUtc(at)}: ${stored} is at ${isoUtc(now)} already; pass a later --clock, or start without it and reset`
}

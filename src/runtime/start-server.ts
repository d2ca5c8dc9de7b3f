import { setMaxListeners } from 'node:events'
import type { AppParts } from '../http/app.ts'
import { readMeta } from '../world/records/meta.ts'
import type { Settings } from './config/settings.ts'
import { environment, startState, startWith } from './environment.ts'
import { judgingOf } from './judging.ts'
import { refuseTakenPort } from './listening/taken-port.ts'
import { applyStartOptions } from './restored-start.ts'
import { type Running, running } from './running.ts'
import { ScenarioShelf } from './scenarios/scenario-shelf.ts'
import { unknownUsers } from './scenarios/unknown-users.ts'
import { ScenarioWatch } from './scenarios/watch-scenarios.ts'
import { serve, tlsFor } from './serve.ts'
import type { Log, StartHooks } from './start-hooks.ts'
import { AlarmClock } from './worlds/alarm-clock.ts'
import { newFolders } from './worlds/new-folders.ts'
import { inPlainWords, openHome } from './worlds/open-home.ts'
import { DEFAULT_WORLD, WorldRegistry } from './worlds/world-registry.ts'

/** The only way to start: the command line, the library and the tests all come through here. */
export async function startServer(
  settings: Settings,
  log: Log,
  hooks: StartHooks = {},
): Promise<Running> {
  const shelf = await ScenarioShelf.open(settings.scenarios)
  const warnings = [...(await shelf.warnings()), ...unknownUsers(shelf.scenarios, settings)]
  for (const warning of warnings) log(`warning: ${warning}`)
  await refuseTakenPort(settings)
  const takeBack = newFolders(settings.data)
  try {
    return await startAtHome(settings, shelf, { log, hooks })
  } catch (error) {
    await takeBack()
    throw error
  }
}

async function startAtHome(
  settings: Settings,
  shelf: ScenarioShelf,
  { log, hooks }: { readonly log: Log; readonly hooks: StartHooks },
): Promise<Running> {
  const home = await openHome(settings, log, hooks.onProgress)
  const alarms = new AlarmClock(log)
  const judging = judgingOf(settings, shelf, hooks)
  const started = new Set<string>()
  const around = {
    ...environment(settings, home, { alarms, log, run: judging.run }),
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
    environment: around,
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
  let tls: Awaited<ReturnType<typeof tlsFor>>
  let watch: ScenarioWatch | undefined
  try {
    tls = await tlsFor(settings)
    // A clock that cannot be set is told at the start, and a watched file belongs to all worlds.
    const which = settings.explicit.clock || settings.watch ? 'all' : 'default'
    await inPlainWords(() => worlds.openKept(which))
    if (settings.watch) watch = new ScenarioWatch({ shelf, worlds: () => worlds.list(), log })
    const stop = stopOnRequest(hooks, () => sandbox.stop(), log)
    const { isReadOnly = false } = hooks
    const parts = { worlds, log, judging, stopping: stopping.signal, stop, tls, isReadOnly }
    const server = await serve(settings, hooks, parts)
    if (hooks.isBackground) server.unref()
    const seed = seedIn(worlds) ?? start.seed
    const place = { port: server.port, ca: tls?.ca, certificate: tls?.cert, seed, judging }
    const sandbox = running(settings, place, worlds, async () => {
      stopping.abort()
      await watch?.close()
      await server.stop()
      await worlds.close()
      await tls?.close()
    })
    await home.announce(sandbox.localUrl)
    return sandbox
  } catch (error) {
    await watch?.close()
    await tls?.close()
    await worlds.close()
    throw error
  }
}

/** A world that was kept goes on with its own. */
function seedIn(worlds: WorldRegistry): number | undefined {
  const home = worlds.list().find(({ name }) => name === DEFAULT_WORLD)
  return home && readMeta(home.records, 'seed')?.value
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

import { inspect } from 'node:util'
import type { World } from '../../src/gateway/world/world.ts'
import { defaultSettings, type Settings } from '../../src/runtime/config/settings.ts'
import type { Running, StartHooks } from '../../src/runtime/running.ts'
import { startServer } from '../../src/runtime/start-server.ts'
import { DEFAULT_WORLD } from '../../src/runtime/worlds/world-registry.ts'

/** Tuesday noon in Sydney: a banking day, before every cut-off. */
export const TUESDAY_NOON = Date.parse('2026-03-10T01:00:00Z')

export interface TestSandbox extends AsyncDisposable {
  readonly url: string
  readonly api: string
  /** The default one. */
  readonly world: World
  readonly running: Running
  /** What was logged, with its causes as text. */
  readonly logs: string[]
  stop(): Promise<void>
}

/** The server that ships, on a free port, in memory, its clock standing still unless told otherwise. */
export async function startTestSandbox(
  settings: Partial<Settings> = {},
  hooks: StartHooks = {},
): Promise<TestSandbox> {
  const logs: string[] = []
  const running = await startServer(
    { ...defaultSettings, port: 0, clock: TUESDAY_NOON, seed: 7, ...settings },
    (line, cause) => logs.push(cause === undefined ? line : `${line}: ${inspect(cause)}`),
    hooks,
  )
  const { url, api } = running
  const world = await running.worlds.open(DEFAULT_WORLD)
  const stop = () => running.stop()
  return { url, api, world, running, logs, stop, [Symbol.asyncDispose]: stop }
}

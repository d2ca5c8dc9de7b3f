import { randomBytes, randomInt } from 'node:crypto'
import { bankingCalendar } from '../domain/banking-day.ts'
import { realClock } from '../domain/clock.ts'
import { unlistedMerchant } from '../domain/merchant.ts'
import { createApp } from '../http/app.ts'
import { openToAll, usersOnly } from '../http/auth.ts'
import { knownHosts } from '../http/host-check.ts'
import type { Scenario } from '../scenario/rule.ts'
import { memoryMedium } from '../world/memory-medium.ts'
import type { StartState, Surroundings } from '../world/world.ts'
import { AlarmClock } from './alarm-clock.ts'
import { fingerprintWith } from './fingerprint.ts'
import { listen } from './server.ts'
import type { Settings } from './settings.ts'
import { version } from './version.ts'
import { DEFAULT_WORLD, WorldRegistry } from './world-registry.ts'

/** A sandbox that is running. */
export interface Running {
  readonly url: string
  readonly api: string
  readonly dashboard: string
  readonly worlds: WorldRegistry
  stop(): Promise<void>
}

export type Log = (line: string, cause?: unknown) => void

/** The only way to start: the command line, the library and the tests all come through here. */
export async function startServer(settings: Settings, log: Log): Promise<Running> {
  const alarms = new AlarmClock(log)
  const stopping = new AbortController()
  const worlds = new WorldRegistry({
    openMedium: async () => memoryMedium,
    start: startState(settings, []),
    surroundings: surroundings(settings, randomBytes(32).toString('hex'), alarms),
  })
  await worlds.open(DEFAULT_WORLD)
  const app = createApp({
    version,
    assumptions: settings.assumptions,
    authenticate: settings.auth === 'open' ? openToAll : usersOnly(settings.users),
    worlds,
    hosts: knownHosts(settings.host, settings.publicUrl),
    publicUrl: settings.publicUrl,
    stopping: stopping.signal,
    log,
  })
  const server = await listen(app, settings.host, settings.port)
  const url = settings.publicUrl ?? `http://${hostInUrl(settings.host)}:${server.port}`
  return {
    url,
    api: `${url}/v1`,
    dashboard: `${url}/_sandbox`,
    worlds,
    stop: async () => {
      stopping.abort()
      await server.stop()
      await worlds.close()
    },
  }
}

function startState(settings: Settings, scenarios: readonly Scenario[]): StartState {
  const { clock, seed } = settings
  return {
    clock: clock === undefined ? realClock : { mode: 'frozen', at: clock },
    scenarios,
    seed: seed ?? randomInt(2 ** 31),
  }
}

function surroundings(settings: Settings, key: string, alarms: AlarmClock): Surroundings {
  const { merchants } = settings
  return {
    assumptions: settings.assumptions,
    calendar: bankingCalendar(settings.holidays),
    merchant:
      merchants === undefined
        ? unlistedMerchant
        : (id) => merchants.find((merchant) => merchant.id === id),
    realTime: Date.now,
    fingerprint: fingerprintWith(key),
    journalLimit: settings.journalLimit,
    wake: alarms.wake,
  }
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

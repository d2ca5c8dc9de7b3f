import { randomBytes } from 'node:crypto'
import { nextTurn } from '../base/in-batches.ts'
import { Sessions } from '../control/pages/sign-in.ts'
import type { Judging } from '../control/parts.ts'
import { stateDocument } from '../gateway/store/image/image-reader.ts'
import {
  type KnownHosts,
  knownHosts,
  openToAll,
  ownClient,
  usersOnly,
} from '../gateway/wire/caller.ts'
import { later } from '../gateway/wire/operation.ts'
import { type AppParts, createApp } from './app.ts'
import type { Settings } from './config/settings.ts'
import { type Listening, listen } from './listening/server.ts'
import { ownAddresses, schemeFor } from './listening/server-address.ts'
import type { ServerTls } from './tls/server-tls.ts'
import { version } from './version.ts'
import { withStartError } from './worlds/open-home.ts'
import type { WorldRegistry } from './worlds/world-registry.ts'

export function serve(
  settings: Settings,
  {
    tls,
    ...parts
  }: Pick<AppParts, 'id' | 'log' | 'stopping' | 'stop' | 'shows' | 'scenarioFile' | 'runHeader'> & {
    readonly worlds: WorldRegistry
    readonly judging: Judging
    readonly tls: ServerTls | undefined
  },
): Promise<Listening> {
  const { assumptions, auth, users, merchants, host, publicUrl, controlToken, port } = settings
  const app = createApp({
    ...parts,
    recorder: parts.judging.recorder,
    version,
    assumptions,
    auth,
    authenticate: auth === 'open' ? openToAll(openMerchant(settings)) : usersOnly(users),
    snapshots: ({ name }) => parts.worlds.snapshots(name),
    stateDocument,
    hosts: hostsOf(settings),
    publicUrl,
    isWorldRequired: settings.worldRequired,
    scheme: schemeFor(settings),
    controlToken,
    formToken: newKey(),
    sessions: new Sessions(controlToken),
    own: ownClient(newKey(), merchants?.[0]?.id ?? users[0]?.merchant ?? 1),
    loadDashboard: later(async () => {
      const { createDashboard } = await import('../dashboard/dashboard.ts')
      // Loading takes as long as a page, which gets a separate turn.
      await nextTurn()
      return createDashboard()
    }),
  })
  return listen(app, { host, port, tls, codes: assumptions.error_codes })
}

function newKey(): string {
  return randomBytes(16).toString('hex')
}

/** Loads the TLS code only if TLS is on. */
export async function tlsFor(settings: Settings): Promise<ServerTls | undefined> {
  if (settings.tls === undefined) return undefined
  const { serverTls } = await import('./tls/server-tls.ts')
  const { data } = settings
  const hosts = [...hostsOf(settings)].map((name) => name.replace(/^\[(.*)\]$/, '$1'))
  const { tls: given } = settings
  return await withStartError(() => serverTls(given, { data, hosts, now: Date.now() }))
}

function hostsOf({ host, publicUrl, hosts }: Settings): KnownHosts {
  return knownHosts({ host, publicUrl, allowed: [...hosts, ...ownAddresses(host)] })
}

/**
 * The merchant whose vault is shown without credentials: 1, or the first listed one if 1 is not
 * listed.
 */
function openMerchant({ merchants }: Settings): number {
  const isListed = merchants === undefined || merchants.some(({ id }) => id === 1)
  return isListed ? 1 : (merchants[0]?.id ?? 1)
}

import type { Settings } from '../../runtime/config/settings.ts'
import type { Running } from '../../runtime/running.ts'
import { DEFAULT_WORLD } from '../../runtime/worlds/world-registry.ts'
import { DEFAULT_URL } from '../options/connection.ts'
import type { BannerFacts } from './banner.ts'

/** What runs, rather than what was asked for: a stored world continues as it was. */
export async function bannerFacts(settings: Settings, running: Running): Promise<BannerFacts> {
  const world = await running.worlds.open(DEFAULT_WORLD)
  const { assumptions, auth, data } = settings
  return {
    api: running.api,
    localUrl: running.localUrl === running.url ? undefined : running.localUrl,
    target: running.url === DEFAULT_URL ? undefined : running.url,
    ca: running.ca,
    dashboard: running.dashboard,
    data,
    customers: world.records.size('customers'),
    transactions: world.records.size('transactions'),
    scenarios: world.rules.scenarios.map(({ name }) => name),
    now: world.now(),
    mode: world.clock.mode,
    purchasePath: assumptions.paths.purchase,
    expiryFormat: assumptions.expiry_format,
    needsLogin: auth === 'required',
  }
}

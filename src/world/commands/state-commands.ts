import { HOUR, type Instant } from '../../domain/time/instant.ts'
import type { Environment } from '../environment.ts'
import type { NewState } from '../events.ts'
import type { Intake } from '../records/medium.ts'
import type { Records } from '../records/records.ts'
import { tellTime } from '../transaction-moves.ts'
import type { World } from '../world.ts'

/** Back to the start options; snapshots stay. */
export function resetWorld(world: World, label?: string): void {
  world.reset(label)
  world.run(({ now }) => announce(world, 'reset', now))
}

/** Another state in place of this one. The same test goes on. */
export function replaceState(
  world: World,
  records: Records,
  how: Exclude<NewState, 'reset'>,
): void {
  world.replace(records, world.place.label)
  world.run(({ now }) => announce(world, how, now))
}

/** What fills records from a document that is to be the state of a world in this environment. */
export function stateIntake(records: Records, environment: Environment): Intake {
  const { realTime, assumptions, fingerprint } = environment
  const cacheMs = assumptions.correlation_cache_hours * HOUR
  return {
    load: (table, line) => records.load(table, line),
    /** The schema of rows is loaded only where a document is in doubt. */
    async untrusted() {
      const { UntrustedRows } = await import('../records/untrusted/untrusted-rows.ts')
      return new UntrustedRows(records, { realNow: realTime(), cacheMs, fingerprint })
    },
  }
}

/** Whoever watches learns that nothing is as it was. */
function announce(world: World, state: NewState, now: Instant): void {
  const scenarios = world.rules.scenarios.map(({ name }) => name)
  world.events.tell({ type: 'scenario', scenarios, state })
  tellTime(world, now, [])
}

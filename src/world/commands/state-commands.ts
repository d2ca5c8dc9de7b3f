import { HOUR } from '../../domain/time/instant.ts'
import { catchUp, tellTime } from '../happenings.ts'
import { readMeta } from '../records/meta.ts'
import type { Records } from '../records/records.ts'
import { rulesChange } from '../rule-state.ts'
import type { World } from '../world.ts'
import type { ImportedRecords } from './imported-records.ts'

/** Back to the start options; snapshots stay. */
export function resetWorld(world: World): void {
  world.reset()
  announce(world)
}

/** Another state in place of this one: an import, or a snapshot. */
export function replaceState(world: World, records: Records): void {
  world.replace(records)
  catchUp(world)
  announce(world)
}

/** An import, if all its rows fit together; else nothing changes. */
export function importRecords(world: World, imported: ImportedRecords): void {
  const { realTime, assumptions, fingerprint } = world.surroundings
  const records = imported.checked({
    realNow: realTime(),
    cacheMs: assumptions.correlation_cache_hours * HOUR,
  })
  const rules = readMeta(records, 'scenarios')
  if (rules !== undefined) records.apply([rulesChange(rules, fingerprint)])
  replaceState(world, records)
}

/** Whoever watches learns that nothing is as it was. */
function announce(world: World): void {
  const scenarios = world.rules.scenarios.map(({ name }) => name)
  world.events.tell({ type: 'scenario', scenarios })
  tellTime(world, [])
}

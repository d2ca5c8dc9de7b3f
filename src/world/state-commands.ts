import { catchUp, tellTime } from './happenings.ts'
import type { Records } from './records.ts'
import type { World } from './world.ts'

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

/** Whoever watches learns that nothing is as it was. */
function announce(world: World): void {
  const scenarios = world.rules.scenarios.map(({ name }) => name)
  world.events.tell({ type: 'scenario', scenarios })
  tellTime(world, [])
}

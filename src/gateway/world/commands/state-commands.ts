import { clockAt, timeOn } from '../../../domain/time/clock.ts'
import type { Instant } from '../../../domain/time/instant.ts'
import type { Environment } from '../environment.ts'
import type { NewState } from '../events.ts'
import type { Intake, Loader } from '../records/medium.ts'
import { metaChange, storedClock } from '../records/meta.ts'
import type { Records } from '../records/records.ts'
import { emitTime } from '../transaction-moves.ts'
import type { World, WorldReset } from '../world.ts'

/** Goes back to the start options; snapshots stay. */
export function resetWorld(world: World, options?: WorldReset): void {
  world.reset(options)
  world.run(({ now }) => announce(world, 'reset', now))
}

/** Replaces the state; the new test keeps the label of the old one. */
export function replaceState(
  world: World,
  records: Records,
  how: Exclude<NewState, 'reset'>,
): void {
  world.replace(records, world.history.test.label ?? undefined)
  world.run(({ now }) => announce(world, how, now))
}

/** Lets a running clock continue from the time that it showed when the records were saved. */
export function turnBack(records: Records, savedAt: Instant, realNow: Instant): void {
  const clock = storedClock(records)
  if (clock.mode === 'frozen') return
  const resumed = clockAt(timeOn(clock, savedAt), 'running', realNow)
  records.apply([metaChange('clock', resumed)])
}

/** Fills records from a document that becomes the state of a world in this environment. */
export function stateIntake(
  records: Records,
  environment: Environment,
): Intake & Pick<Loader, 'logged'> {
  return {
    load: (table, line) => records.load(table, line),
    /** Loads the row schemas only for a document that needs checking. */
    async untrusted() {
      const { untrustedRows } = await import('../records/untrusted/untrusted-rows.ts')
      return untrustedRows(records, environment.realTime())
    },
    async logged() {
      const { wellFormedRows } = await import('../records/untrusted/untrusted-rows.ts')
      return wellFormedRows((table, line) => records.load(table, line))
    },
  }
}

/** Tells watchers that the whole state changed. */
function announce(world: World, state: NewState, now: Instant): void {
  const scenarios = world.rules.scenarios.map(({ name }) => name)
  world.events.emit({ type: 'scenario', scenarios, state })
  emitTime(world, now, [])
}

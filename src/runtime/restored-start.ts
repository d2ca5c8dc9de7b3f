import { isoUtc } from '../domain/time/instant.ts'
import { advanceClock } from '../world/commands/clock-commands.ts'
import { changeScenarios, replacing } from '../world/commands/rules/rule-commands.ts'
import { metaChange } from '../world/records/meta.ts'
import type { World } from '../world/world.ts'
import type { Settings } from './config/settings.ts'
import { StartError } from './start-error.ts'

/** A stored world continues as it was, except for the options of this start. */
export function applyStartOptions(world: World, { explicit, clock, seed }: Settings): void {
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
  const place = name === 'default' ? 'the stored data' : `the stored world ${name}`
  return `The clock cannot start at ${isoUtc(at)}: ${place} is at ${isoUtc(now)} already; pass a later --clock, or start without it and reset`
}

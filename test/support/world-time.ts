import { clockAt } from '../../src/domain/time/clock.ts'
import type { Instant } from '../../src/domain/time/instant.ts'
import { advanceClock } from '../../src/gateway/world/commands/clock-commands.ts'
import type { FiredEvent } from '../../src/gateway/world/events.ts'
import { metaChange } from '../../src/gateway/world/records/meta.ts'
import { happenUpTo } from '../../src/gateway/world/transaction-moves.ts'
import type { World } from '../../src/gateway/world/world.ts'

/** Lets a world reach an instant, with all that falls due on the way. */
export function moveTo(world: World, at: Instant): void {
  happenUpTo(world, at)
  world.commit([metaChange('clock', clockAt(at, world.clock.mode, world.environment.realTime()))])
}

export function passTime(world: World, ms: number): void {
  moveTo(world, world.now() + ms)
}

/** Sets a world's clock forward, as a tester would; gives all that happened. */
export function advance(world: World, to: Instant): readonly FiredEvent[] {
  return world.run((context, caughtUp) => [
    ...caughtUp,
    ...advanceClock(world, context, { to, subject: 'advance_to' }),
  ])
}

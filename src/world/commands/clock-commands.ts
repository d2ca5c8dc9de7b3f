import { type Location, problem } from '../../domain/problem.ts'
import { type ClockState, clockAt } from '../../domain/time/clock.ts'
import { after, type Duration } from '../../domain/time/duration.ts'
import { END_OF_TIME } from '../../domain/time/end-of-time.ts'
import { DAY, type Instant, isoUtc } from '../../domain/time/instant.ts'
import { catchUp, happenUpTo, tellTime } from '../happenings.ts'
import type { FiredEvent } from '../journal/events.ts'
import { metaChange } from '../records/meta.ts'
import type { World } from '../world.ts'

/**
 * Lets time pass at once: all that falls due on the way happens, each at its own instant. Unless a
 * mode is given, the clock then runs or stands as it did.
 */
export function advanceClock(
  world: World,
  to: Instant,
  location: Location,
  mode = world.clock.mode,
): readonly FiredEvent[] {
  const now = world.now()
  if (to < now) {
    const message = `${isoUtc(to)} is before the sandbox's ${isoUtc(now)}; its clock only moves forward, a reset or a snapshot takes it back`
    throw problem('out_of_range', message, location)
  }
  if (to >= END_OF_TIME) throw tooLate(location)
  const fired = happenUpTo(world, to)
  changeClock(world, clockAt(to, mode, world.surroundings.realTime()))
  tellTime(world, fired)
  return fired
}

/** The same by a duration; banking days keep the time of day. */
export function advanceClockBy(
  world: World,
  by: Duration,
  location: Location,
): readonly FiredEvent[] {
  const now = world.now()
  // Some weeks have three banking days, none has fewer.
  const longest = by.kind === 'elapsed' ? by.ms : by.days * 3 * DAY
  if (now + longest >= END_OF_TIME) throw tooLate(location)
  return advanceClock(world, after(now, by, world.surroundings.calendar), location)
}

/** Time stands still from here on, or goes on from where it stands. */
export function setClockMode(world: World, mode: ClockState['mode']): readonly FiredEvent[] {
  const fired = catchUp(world)
  if (world.clock.mode === mode) return fired
  const now = world.now()
  changeClock(world, clockAt(now, mode, world.surroundings.realTime()))
  tellTime(world, [])
  return fired
}

function changeClock(world: World, clock: ClockState): void {
  world.commit([metaChange('clock', clock)])
  // The wake-up was worked out for the clock as it was.
  world.clearAlarm()
  world.setAlarm()
}

function tooLate(location: Location) {
  return problem('out_of_range', `The sandbox's clock ends at ${isoUtc(END_OF_TIME)}`, location)
}

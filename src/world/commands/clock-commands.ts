import type { CommandContext } from '../../domain/command-context.ts'
import { problem, type Subject } from '../../domain/problem.ts'
import { type ClockState, clockAt } from '../../domain/time/clock.ts'
import { after, type Duration } from '../../domain/time/duration.ts'
import { DAY, END_OF_TIME, type Instant, isoUtc } from '../../domain/time/instant.ts'
import type { FiredEvent } from '../events.ts'
import { metaChange } from '../records/meta.ts'
import { happenUpTo, tellTime } from '../transaction-moves.ts'
import type { World } from '../world.ts'

/** Where to move the clock, and which field to name if that is impossible. */
interface Destination {
  readonly to: Instant
  readonly subject: Subject
  /** Omitted: the mode does not change. */
  readonly mode?: ClockState['mode'] | undefined
}

/** Moves the clock forward; everything due on the way happens, each at its own instant. */
export function advanceClock(
  world: World,
  { now }: Pick<CommandContext, 'now'>,
  { to, subject, mode = world.clock.mode }: Destination,
): readonly FiredEvent[] {
  if (to < now) {
    const message = `${isoUtc(to)} is before the sandbox's ${isoUtc(now)}; its clock only moves forward, a reset or a snapshot takes it back`
    throw problem('out_of_range', message, subject)
  }
  if (to >= END_OF_TIME) throw tooLate(subject)
  if (to === now && mode === world.clock.mode) return []
  const fired = happenUpTo(world, to)
  changeClock(world, clockAt(to, mode, world.environment.realTime()))
  tellTime(world, to, fired)
  return fired
}

/** Moves the clock by a duration; banking days keep the time of day. */
export function advanceClockBy(
  world: World,
  { now, calendar }: CommandContext,
  { by, subject }: { readonly by: Duration; readonly subject: Subject },
): readonly FiredEvent[] {
  // Every week has at least three banking days.
  const longest = by.kind === 'elapsed' ? by.ms : by.days * 3 * DAY
  if (now + longest >= END_OF_TIME) throw tooLate(subject)
  return advanceClock(world, { now }, { to: after(now, by, calendar), subject })
}

/** Freezes the clock, or lets it run on from where it is. */
export function setClockMode(
  world: World,
  { now }: CommandContext,
  mode: ClockState['mode'],
): void {
  if (world.clock.mode === mode) return
  changeClock(world, clockAt(now, mode, world.environment.realTime()))
  tellTime(world, now, [])
}

function changeClock(world: World, clock: ClockState): void {
  world.commit([metaChange('clock', clock)])
  // The wake-up was computed for the former mode.
  world.clearAlarm()
  world.setAlarm()
}

function tooLate(subject: Subject) {
  return problem('out_of_range', `The sandbox's clock ends at ${isoUtc(END_OF_TIME)}`, subject)
}

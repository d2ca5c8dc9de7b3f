import type { CommandContext } from '../../../domain/command-context.ts'
import { problem, type Subject } from '../../../domain/problem.ts'
import { type ClockState, clockAt } from '../../../domain/time/clock.ts'
import { type Duration, durationAfter } from '../../../domain/time/duration.ts'
import { DAY, END_OF_TIME, type Instant, isoUtc } from '../../../domain/time/instant.ts'
import { sydneyIso } from '../../../domain/time/sydney-time.ts'
import type { FiredEvent } from '../events.ts'
import { metaChange } from '../records/meta.ts'
import { emitTime, happenUpTo, PER_TURN } from '../transaction-moves.ts'
import type { World } from '../world.ts'

/** Where to move the clock, and which field to name if that is impossible. */
interface Destination {
  readonly to: Instant
  readonly subject: Subject
  /** Omitted: the mode does not change. */
  readonly mode?: ClockState['mode'] | undefined
}

/**
 * Moves the clock forward; everything due on the way happens, each at its own instant. `earlier`:
 * what has happened on the way already, and was not told.
 */
export function advanceClock(
  world: World,
  { now }: Pick<CommandContext, 'now'>,
  { to, subject, mode = world.clock.mode }: Destination,
  earlier: readonly FiredEvent[] = [],
): readonly FiredEvent[] {
  refuseImpossible(now, to, subject)
  if (to === now && mode === world.clock.mode && earlier.length === 0) return []
  const fired = [...earlier, ...happenUpTo(world, to)]
  changeClock(world, clockAt(to, mode, world.environment.realTime()))
  emitTime(world, to, fired)
  return fired
}

/** Where a duration leads; banking days keep the time of day. */
export function instantAfter(
  { now, calendar }: CommandContext,
  { by, subject }: { readonly by: Duration; readonly subject: Subject },
): Instant {
  // Every week has at least three banking days.
  const longest = by.kind === 'elapsed' ? by.ms : by.days * 3 * DAY
  if (now + longest >= END_OF_TIME) throw tooLate(subject)
  return durationAfter(now, by, calendar)
}

/** Like `advanceClock` with a first look at the world; lets other requests run if much falls due. */
export async function advanceInTurns(
  world: World,
  destinationIn: (context: CommandContext) => Destination,
): Promise<readonly FiredEvent[]> {
  const { records } = world
  const fired: FiredEvent[] = []
  let destination: Destination | undefined
  const step = (context: CommandContext, caughtUp: readonly FiredEvent[]): boolean => {
    destination ??= destinationIn(context)
    fired.push(...caughtUp)
    const { to, subject } = destination
    refuseImpossible(context.now, to, subject)
    const part = happenUpTo(world, to, PER_TURN)
    const next = records.transactionIndex.agenda.peek()
    if (next === undefined || next.at > to) {
      fired.push(...advanceClock(world, context, destination, part))
      return true
    }
    fired.push(...part)
    const at = Math.max(context.now, next.at - 1)
    changeClock(world, clockAt(at, world.clock.mode, world.environment.realTime()))
    // Otherwise a running clock would make all the rest due at once.
    world.holdTime(at)
    emitTime(world, at, part)
    return false
  }
  try {
    while (world.records === records && !world.run(step)) await world.pause()
  } finally {
    world.holdTime(undefined)
  }
  return fired
}

/** Lets time pass until every transaction is decided that will be. */
export async function passUntilResolved(world: World): Promise<void> {
  const { records } = world
  const dates = [...records.transactionIndex.agenda.inOrder()].flatMap(({ audit }) => {
    const { status, due = [] } = records.transaction(audit) ?? {}
    return status === 'unknown' ? due.filter(({ event }) => event === 'resolve') : []
  })
  const last = Math.max(...dates.map(({ at }) => at))
  if (dates.length > 0) {
    await advanceInTurns(world, ({ now }) => ({ to: Math.max(now, last), subject: 'nothing' }))
  }
}

/** Lets everything happen that fell due while a world was closed. */
export async function catchUpInTurns(world: World): Promise<void> {
  while (world.run((_context, fired) => fired.length) >= PER_TURN) await world.pause()
}

/** Freezes the clock, or lets it run on from where it is. */
export function setClockMode(
  world: World,
  { now }: CommandContext,
  mode: ClockState['mode'],
): void {
  if (world.clock.mode === mode) return
  changeClock(world, clockAt(now, mode, world.environment.realTime()))
  emitTime(world, now, [])
}

function refuseImpossible(now: Instant, to: Instant, subject: Subject): void {
  if (to < now) {
    const [wanted, own] = [sydneyIso(to, 'seconds'), sydneyIso(now, 'seconds')]
    const message = `${wanted} is before the sandbox's ${own}; the clock only moves forward; to go back, reset or load a snapshot`
    throw problem('out_of_range', message, subject)
  }
  if (to >= END_OF_TIME) throw tooLate(subject)
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

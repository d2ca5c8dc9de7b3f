import type { CommandContext } from '../../domain/command-context.ts'
import { nextBankingDay, unknownHolidays } from '../../domain/time/banking-day.ts'
import { type Instant, isoUtc } from '../../domain/time/instant.ts'
import { sydneyIso } from '../../domain/time/sydney-time.ts'
import {
  advanceInTurns,
  instantAfter,
  setClockMode,
} from '../../gateway/world/commands/clock-commands.ts'
import type { FiredEvent } from '../../gateway/world/events.ts'
import { scheduled } from '../../gateway/world/transaction-moves.ts'
import type { World } from '../../gateway/world/world.ts'
import {
  advanceSchema,
  type ClockResponse,
  clockChangedSchema,
  clockSchema,
  type Fired,
  upcomingSchema,
} from '../contract/calls/clock.ts'
import { LONGEST_LIST } from '../contract/control-call.ts'
import {
  durationText,
  instantOrNext,
  instantText,
  needsExactlyOneOf,
  needsOneOf,
  queryNumber,
  strict,
  wordField,
} from '../contract/control-field.ts'
import { handler } from '../control-handler.ts'

const changeBody = strict({
  mode: wordField(['running', 'frozen']).exactOptional(),
  now: instantText.exactOptional(),
}).refine(...needsOneOf(['mode', 'now']))

const advanceBody = strict({ by: durationText.exactOptional(), to: instantOrNext.exactOptional() })
  .refine(...needsOneOf(['by', 'to']))
  .refine(...needsExactlyOneOf(['by', 'to']))

export const clock = {
  clock: handler({ answer: clockSchema }, ({ world }) => clockAnswer(world)),
  changeClock: handler(
    { body: changeBody, answer: clockChangedSchema },
    async ({ world }, { body: { mode, now: to } }) => {
      const fired =
        to === undefined
          ? world.run((context, caughtUp) => {
              setClockMode(world, context, mode ?? world.clock.mode)
              return caughtUp
            })
          : await advanceInTurns(world, () => ({ to, subject: 'clock_now', mode }))
      return { ...clockAnswer(world), fired: fired.map(firedAnswer), ...holidayNote(world) }
    },
  ),
  advance: handler(
    { body: advanceBody, answer: advanceSchema },
    async ({ world }, { body: { by, to } }) => {
      const fired = await advanceInTurns(world, (context) => {
        if (by !== undefined) {
          const subject = 'advance_by'
          return { to: instantAfter(context, { by, subject }), subject }
        }
        return { to: momentIn(world, context, to ?? context.now), subject: 'advance_to' }
      })
      return { now: isoUtc(world.now()), fired: fired.map(firedAnswer), ...holidayNote(world) }
    },
  ),
  upcoming: handler(
    {
      query: strict({ limit: queryNumber(1, LONGEST_LIST).default(LONGEST_LIST) }),
      answer: upcomingSchema,
    },
    ({ world }, { query }) => {
      const coming = world.run(() => scheduled(world, query.limit))
      return { scheduled: coming.map(({ at, ...rest }) => ({ at: isoUtc(at), ...rest })) }
    },
  ),
}

export function firedAnswer({ at, ...rest }: FiredEvent): Fired {
  return { at: isoUtc(at), ...rest }
}

export function clockAnswer(world: World): ClockResponse {
  return { now: isoUtc(world.now()), mode: world.clock.mode }
}

/** A warning for a moment in a year whose holidays are not known. */
export function holidayNote(world: World, at = world.now()): { readonly note?: string } {
  const year = Number(sydneyIso(at, 'seconds').slice(0, 4))
  return world.environment.calendar.years.has(year) ? {} : { note: unknownHolidays(year) }
}

/** The next scheduled event is now if there is none. */
function momentIn(
  world: World,
  { now, calendar }: CommandContext,
  to: Instant | 'next' | 'next banking day',
): Instant {
  if (to === 'next') return scheduled(world, 1)[0]?.at ?? now
  return to === 'next banking day' ? nextBankingDay(now, calendar) : to
}

import type * as z from 'zod'
import { isoUtc } from '../../../domain/time/instant.ts'
import {
  advanceClock,
  advanceClockBy,
  setClockMode,
} from '../../../world/commands/clock-commands.ts'
import { scheduled } from '../../../world/happenings.ts'
import type { World } from '../../../world/world.ts'
import type { Call } from '../../call.ts'
import type {
  AdvanceAnswer,
  ClockAnswer,
  ClockChangedAnswer,
  clockCalls,
  NextAnswer,
} from '../../contract/control/calls/clock.ts'
import { LONGEST_LIST } from '../../contract/control/control-call.ts'
import {
  controlContract,
  durationText,
  instantOrNext,
  instantText,
  needsExactlyOneOf,
  needsOneOf,
  oneOf,
  strict,
} from '../../contract/control/control-field.ts'
import { integerText } from '../../contract/field.ts'
import { type Handlers, handler, simpleHandler } from '../control-handler.ts'
import { firedAnswer } from '../representation/event-representation.ts'

const changeContract = controlContract({
  body: strict({
    mode: oneOf(['running', 'frozen']).exactOptional(),
    now: instantText.exactOptional(),
  }).refine(...needsOneOf(['mode', 'now'])),
})

const advanceContract = controlContract({
  body: strict({
    by: durationText.exactOptional(),
    to: instantOrNext.exactOptional(),
  })
    .refine(...needsOneOf(['by', 'to']))
    .refine(...needsExactlyOneOf(['by', 'to'])),
})

const nextContract = controlContract({
  query: strict({ limit: integerText(1, LONGEST_LIST).exactOptional() }),
})

export const clock: Handlers<typeof clockCalls> = {
  clock: simpleHandler(({ world }) => clockAnswer(world)),
  changeClock: handler(changeContract, change),
  advance: handler(advanceContract, advance),
  next: handler(nextContract, next),
}

export function clockAnswer(world: World): ClockAnswer {
  return { now: isoUtc(world.now()), mode: world.clock.mode }
}

function change({ world }: Call, { body }: z.output<typeof changeContract>): ClockChangedAnswer {
  const { mode, now: to } = body
  const fired = world.run((context, caughtUp) => {
    if (to !== undefined) {
      return [...caughtUp, ...advanceClock(world, context, { to, subject: 'clock_now', mode })]
    }
    setClockMode(world, context, mode ?? world.clock.mode)
    return caughtUp
  })
  return { ...clockAnswer(world), fired: fired.map(firedAnswer) }
}

function advance({ world }: Call, { body }: z.output<typeof advanceContract>): AdvanceAnswer {
  const { by, to } = body
  const fired = world.run((context, caughtUp) => {
    const moved =
      by === undefined
        ? advanceClock(world, context, {
            to: to === 'next' ? nextDue(world, context.now) : (to ?? context.now),
            subject: 'advance_to',
          })
        : advanceClockBy(world, context, { by, subject: 'advance_by' })
    return [...caughtUp, ...moved]
  })
  return { now: isoUtc(world.now()), fired: fired.map(firedAnswer) }
}

/** Now, where nothing is scheduled. */
function nextDue(world: World, now: number): number {
  return scheduled(world, 1)[0]?.at ?? now
}

function next({ world }: Call, { query }: z.output<typeof nextContract>): NextAnswer {
  const coming = world.run(() => scheduled(world, query.limit))
  return { scheduled: coming.map(({ at, ...rest }) => ({ at: isoUtc(at), ...rest })) }
}

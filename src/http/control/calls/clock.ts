import type * as z from 'zod'
import { isoUtc } from '../../../domain/time/instant.ts'
import {
  advanceClock,
  advanceClockBy,
  setClockMode,
} from '../../../world/commands/clock-commands.ts'
import { catchUp, scheduled } from '../../../world/happenings.ts'
import type { World } from '../../../world/world.ts'
import type { Call } from '../../call.ts'
import type {
  AdvanceAnswer,
  ClockAnswer,
  ClockChangedAnswer,
  NextAnswer,
} from '../../contract/control/control-answers.ts'
import { controlContract } from '../../contract/control/control-field.ts'
import { advanceBody, clockBody } from '../../contract/control/control-requests.ts'
import { type ControlCall, controlCall } from '../control-call.ts'
import { firedAnswer } from '../representation/event-representation.ts'

const changeContract = controlContract({ body: clockBody })
const advanceContract = controlContract({ body: advanceBody })

export const clockCalls: readonly ControlCall[] = [
  controlCall({
    method: 'GET',
    path: '/clock',
    does: 'Show the time and whether it runs',
    contract: controlContract({}),
    handle: ({ world }) => clockAnswer(world),
  }),
  controlCall({
    method: 'PUT',
    path: '/clock',
    does: 'Freeze the clock, let it run on, or set it forward',
    contract: changeContract,
    handle: change,
  }),
  controlCall({
    method: 'POST',
    path: '/clock/advance',
    does: 'Let time pass at once, by a duration or to an instant, with all that falls due',
    contract: advanceContract,
    handle: advance,
  }),
  controlCall({
    method: 'GET',
    path: '/clock/next',
    does: 'List what is scheduled, in the order in which it will happen',
    contract: controlContract({}),
    handle: next,
  }),
]

export function clockAnswer(world: World): ClockAnswer {
  return { now: isoUtc(world.now()), mode: world.clock.mode }
}

function change({ world }: Call, { body }: z.output<typeof changeContract>): ClockChangedAnswer {
  const { mode, now } = body
  const { mode: before } = world.clock
  const fired =
    now === undefined
      ? setClockMode(world, mode ?? before)
      : advanceClock(world, now, ['body', 'now'], mode ?? before)
  return { ...clockAnswer(world), fired: fired.map(firedAnswer) }
}

function advance({ world }: Call, { body }: z.output<typeof advanceContract>): AdvanceAnswer {
  const { by, to = world.now() } = body
  const fired =
    by === undefined
      ? advanceClock(world, to, ['body', 'to'])
      : advanceClockBy(world, by, ['body', 'by'])
  return { now: isoUtc(world.now()), fired: fired.map(firedAnswer) }
}

function next({ world }: Call): NextAnswer {
  catchUp(world)
  return { scheduled: scheduled(world).map(({ at, ...rest }) => ({ at: isoUtc(at), ...rest })) }
}

import { listAssumptions } from '../../../domain/assumptions/assumptions.ts'
import { isoUtc } from '../../../domain/time/instant.ts'
import type { Call } from '../../call.ts'
import type { aboutCalls, StopAnswer } from '../../contract/control/calls/about.ts'
import { type Handlers, simpleHandler } from '../control-handler.ts'
import type { HandlerParts } from '../parts.ts'

/** Once this answer is out. */
function stopSoon(_call: Call, { stop }: HandlerParts): StopAnswer {
  return { stopping: true, pid: stop() }
}

export const about: Handlers<typeof aboutCalls> = {
  index: simpleHandler((_call, { index }) => index),
  calls: simpleHandler((_call, { index }) => index),
  health: simpleHandler(({ world }, { version }) => ({
    status: 'ok',
    version,
    world: world.name,
    now: isoUtc(world.now()),
  })),
  stop: simpleHandler(stopSoon),
  assumptions: simpleHandler((_call, parts) => ({
    assumptions: listAssumptions(parts.assumptions),
  })),
}

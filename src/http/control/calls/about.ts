import { listAssumptions } from '../../../domain/assumptions.ts'
import { isoUtc } from '../../../domain/time/instant.ts'
import type { aboutCalls } from '../../contract/control/calls/about.ts'
import { type Handlers, simpleHandler } from '../control-handler.ts'

export const about: Handlers<typeof aboutCalls> = {
  index: simpleHandler((_call, { index }) => index),
  calls: simpleHandler((_call, { index }) => index),
  health: simpleHandler(({ world }, { version }) => ({
    status: 'ok',
    version,
    world: world.name,
    now: isoUtc(world.now()),
  })),
  assumptions: simpleHandler((_call, parts) => ({
    assumptions: listAssumptions(parts.assumptions),
  })),
}

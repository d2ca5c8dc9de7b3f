import { pipeline } from 'node:stream/promises'
import { StoreError } from '../../../store/port/store-error.ts'
import { replaceState, resetWorld, stateIntake } from '../../../world/commands/state-commands.ts'
import { Records } from '../../../world/records/records.ts'
import type { Call } from '../../call.ts'
import type { ClockAnswer } from '../../contract/control/calls/clock.ts'
import type { ImportAnswer, stateCalls } from '../../contract/control/calls/state.ts'
import { problem } from '../../request-problem.ts'
import { type Handlers, simpleHandler } from '../control-handler.ts'
import type { HandlerParts } from '../parts.ts'
import { sizes } from '../sizes.ts'
import { clockAnswer } from './clock.ts'

export const state: Handlers<typeof stateCalls> = {
  exportState: simpleHandler(exportState),
  importState: simpleHandler(importState),
  reset: simpleHandler(reset),
}

/** Written as it is read: no text ever holds all of it. */
async function exportState({ world, outgoing }: Call, parts: HandlerParts): Promise<undefined> {
  const document = parts.stateDocument.write(world.records.image(), world.surroundings.realTime())
  outgoing.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  await pipeline(document, outgoing)
}

/** Takes effect when all of it was read and found good. */
async function importState(
  { world, incoming }: Call,
  { stateDocument }: HandlerParts,
): Promise<ImportAnswer> {
  const records = new Records()
  try {
    await stateDocument.read(incoming, stateIntake(records, world.surroundings))
  } catch (cause) {
    if (!(cause instanceof StoreError)) throw cause
    throw problem('invalid_format', cause.message, ['body'])
  }
  replaceState(world, records)
  return { ...clockAnswer(world), ...sizes(world) }
}

function reset({ world }: Call): ClockAnswer {
  resetWorld(world)
  return clockAnswer(world)
}

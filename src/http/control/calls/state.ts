import { pipeline } from 'node:stream/promises'
import type * as z from 'zod'
import { nextTurn } from '../../../document/in-batches.ts'
import { maskGrouped, maskWritten } from '../../../domain/card/card-number-in-text.ts'
import { StoreError } from '../../../store/port/store-error.ts'
import { replaceState, resetWorld, stateIntake } from '../../../world/commands/state-commands.ts'
import { Records } from '../../../world/records/records.ts'
import type { Call } from '../../call.ts'
import type { ClockAnswer } from '../../contract/control/calls/clock.ts'
import type { ImportAnswer, stateCalls } from '../../contract/control/calls/state.ts'
import { controlContract, strict, text } from '../../contract/control/control-field.ts'
import { coded } from '../../contract/objection.ts'
import { bodyChunks } from '../../pipeline/body.ts'
import { problem } from '../../request-problem.ts'
import { type Handlers, handler, simpleHandler } from '../control-handler.ts'
import type { HandlerParts } from '../parts.ts'
import { sizes } from '../sizes.ts'
import { clockAnswer } from './clock.ts'

/** Longer than any test's name should be. */
const LONGEST_LABEL = 300

const resetContract = controlContract({
  body: strict({
    label: text
      .min(1, coded('invalid_length', 'Must not be empty'))
      .max(LONGEST_LABEL, coded('invalid_length', `Must have at most ${LONGEST_LABEL} characters`))
      .exactOptional(),
  }),
})

export const state: Handlers<typeof stateCalls> = {
  exportState: simpleHandler(exportState),
  importState: simpleHandler(importState),
  reset: handler(resetContract, reset),
}

/** Written as it is read: no text ever holds all of it. */
async function exportState({ world, outgoing }: Call, parts: HandlerParts): Promise<undefined> {
  const { records, environment } = world
  const document = parts.stateDocument.write(records.image(), environment.realTime(), maskGrouped)
  outgoing.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  try {
    await pipeline(inTurns(document), outgoing)
  } catch (cause) {
    if (!isGone(cause)) throw cause
  }
}

/** Other requests run between two chunks. */
async function* inTurns(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    yield chunk
    await nextTurn()
  }
}

/** Whether the client has left in the middle of its answer: nothing is wrong with the sandbox. */
function isGone(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** Takes effect when all of it was read and found good. */
async function importState(
  { world, incoming, outgoing }: Call,
  { stateDocument }: HandlerParts,
): Promise<ImportAnswer> {
  const records = new Records()
  try {
    await stateDocument.read(bodyChunks(incoming), stateIntake(records, world.environment))
  } catch (cause) {
    if (!(cause instanceof StoreError)) throw cause
    throw problem('invalid_format', cause.message, ['body'])
  }
  if (outgoing.destroyed) {
    throw problem('internal_error', 'The client disconnected before its state was checked')
  }
  replaceState(world, records, 'imported')
  return { ...clockAnswer(world), ...sizes(world) }
}

/** Reports repeat a label in one line, on a terminal too. The name of a test may have several. */
function onOneLine(label: string): string {
  return label.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
}

function reset({ world }: Call, { body }: z.output<typeof resetContract>): ClockAnswer {
  resetWorld(world, body.label && maskWritten(onOneLine(body.label)))
  return clockAnswer(world)
}

import { pipeline } from 'node:stream/promises'
import { problem } from '../../../domain/problem.ts'
import { StoreError } from '../../../store/disk/store-error.ts'
import { readDoubted } from '../../../store/image/doubted-image.ts'
import { imageChunks } from '../../../store/image/image-writer.ts'
import { currentVersion, migrations } from '../../../store/migrations.ts'
import { replaceState, resetWorld, stateIntake } from '../../../world/commands/state-commands.ts'
import { Records } from '../../../world/records/records.ts'
import type { Call } from '../../call.ts'
import type { ClockAnswer, ImportAnswer } from '../../contract/control/control-answers.ts'
import { controlContract } from '../../contract/control/control-field.ts'
import { type ControlCall, controlCall } from '../control-call.ts'
import { sizes } from '../sizes.ts'
import { clockAnswer } from './clock.ts'

export const stateCalls: readonly ControlCall[] = [
  controlCall({
    method: 'GET',
    path: '/state',
    does: 'Export all data, the clock and the rules',
    contract: controlContract({}),
    handle: exportState,
  }),
  controlCall({
    method: 'PUT',
    path: '/state',
    does: 'Import an export in place of what there is',
    contract: controlContract({}),
    body: 'stream',
    handle: importState,
  }),
  controlCall({
    method: 'POST',
    path: '/reset',
    does: 'Put data, counters, clock, journal and rules back to the start options',
    contract: controlContract({}),
    handle: reset,
  }),
]

/** Written as it is read: no text ever holds all of it. */
async function exportState({ world, outgoing }: Call): Promise<undefined> {
  const head = {
    format: 'sandgate',
    version: currentVersion(migrations),
    saved_at: new Date(world.surroundings.realTime()).toISOString(),
  } as const
  outgoing.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  })
  await pipeline(imageChunks(world.records.image(), head), outgoing)
}

/** Takes effect when all of it was read and found good. */
async function importState({ world, incoming }: Call): Promise<ImportAnswer> {
  const records = new Records()
  try {
    await readDoubted(incoming, stateIntake(records, world.surroundings))
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

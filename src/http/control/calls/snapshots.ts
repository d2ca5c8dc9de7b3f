import type * as z from 'zod'
import { maskWritten } from '../../../domain/card/card-number-in-text.ts'
import {
  isSnapshotName,
  type ListedSnapshot,
  type Snapshot,
  SnapshotNameRefused,
  type Snapshots,
  snapshotNameForm,
} from '../../../store/port/snapshots.ts'
import { StoreError } from '../../../store/port/store-error.ts'
import { replaceState, stateIntake } from '../../../world/commands/state-commands.ts'
import type { Intake } from '../../../world/records/medium.ts'
import { Records } from '../../../world/records/records.ts'
import type { Call } from '../../call.ts'
import type { ClockAnswer } from '../../contract/control/calls/clock.ts'
import type {
  ListedSnapshotAnswer,
  RemovedAnswer,
  SnapshotAnswer,
  SnapshotsAnswer,
  snapshotCalls,
} from '../../contract/control/calls/snapshots.ts'
import { controlContract, limit, strict, text } from '../../contract/control/control-field.ts'
import { problem } from '../../request-problem.ts'
import { type Handlers, handler } from '../control-handler.ts'
import type { HandlerParts } from '../parts.ts'
import { clockAnswer } from './clock.ts'

const contract = controlContract({ path: strict({ name: text }) })
const listContract = controlContract({ query: strict({ limit }) })

type Named = z.output<typeof contract>

export const snapshots: Handlers<typeof snapshotCalls> = {
  snapshots: handler(listContract, list),
  snapshot: handler(contract, one),
  saveSnapshot: handler(contract, save),
  removeSnapshot: handler(contract, remove),
  restoreSnapshot: handler(contract, restore),
}

async function list(
  { world }: Call,
  { query }: z.output<typeof listContract>,
  { snapshots }: HandlerParts,
): Promise<SnapshotsAnswer> {
  return { snapshots: (await snapshots(world).list(query.limit)).map(listedAnswer) }
}

async function one(
  { world }: Call,
  input: Named,
  parts: HandlerParts,
): Promise<ListedSnapshotAnswer> {
  const name = nameIn(input)
  const found = await parts.snapshots(world).find(name)
  if (found === undefined) throw unknown(name)
  return listedAnswer(found)
}

async function save({ world }: Call, input: Named, parts: HandlerParts): Promise<SnapshotAnswer> {
  const name = nameIn(input)
  try {
    return snapshotAnswer(await parts.snapshots(world).save(name, world.records.image()))
  } catch (cause) {
    if (!(cause instanceof SnapshotNameRefused)) throw cause
    throw problem('invalid_format', cause.message, ['path', 'name'])
  }
}

async function remove({ world }: Call, input: Named, parts: HandlerParts): Promise<RemovedAnswer> {
  const name = nameIn(input)
  if (!(await parts.snapshots(world).remove(name))) throw unknown(name)
  return { removed: name }
}

async function restore({ world }: Call, input: Named, parts: HandlerParts): Promise<ClockAnswer> {
  const name = nameIn(input)
  const records = new Records()
  const intake = stateIntake(records, world.environment)
  if (!(await loadInto(intake, parts.snapshots(world), name))) throw unknown(name)
  replaceState(world, records, 'restored')
  return clockAnswer(world)
}

/** Nothing has happened to the world yet when a snapshot turns out to be no good. */
async function loadInto(intake: Intake, snapshots: Snapshots, name: string): Promise<boolean> {
  try {
    return await snapshots.load(name, intake)
  } catch (cause) {
    if (!(cause instanceof StoreError)) throw cause
    throw problem('invalid_format', cause.message, ['path', 'name'])
  }
}

function nameIn({ path: { name } }: Named): string {
  if (isSnapshotName(name)) return name
  throw problem(
    'invalid_format',
    `Invalid snapshot name '${maskWritten(name)}': it has ${snapshotNameForm}`,
    ['path', 'name'],
  )
}

function unknown(name: string) {
  return problem('not_found', `There is no snapshot '${name}'`, ['path', 'name'])
}

function listedAnswer(snapshot: ListedSnapshot): ListedSnapshotAnswer {
  if (!('damage' in snapshot)) return snapshotAnswer(snapshot)
  const { name, bytes, damage } = snapshot
  return { name, bytes, damaged: true, reason: maskWritten(damage) }
}

function snapshotAnswer({ name, savedAt, bytes, records }: Snapshot): SnapshotAnswer {
  return { name, saved_at: savedAt, bytes, records }
}

import type * as z from 'zod'
import { problem } from '../../domain/problem.ts'
import { isSnapshotName, type Snapshot } from '../../store/snapshots.ts'
import { Records } from '../../world/records.ts'
import { replaceState } from '../../world/state-commands.ts'
import type { Call } from '../call.ts'
import type {
  ClockAnswer,
  RemovedAnswer,
  SnapshotAnswer,
  SnapshotsAnswer,
} from '../contract/control-answers.ts'
import { controlContract } from '../contract/control-field.ts'
import { namePath } from '../contract/control-requests.ts'
import { clockAnswer } from './clock.ts'
import { type ControlCall, controlCall } from './control-call.ts'
import type { ControlParts } from './parts.ts'

const contract = controlContract({ path: namePath })

type Named = z.output<typeof contract>

export const snapshotCalls: readonly ControlCall[] = [
  controlCall({
    method: 'GET',
    path: '/snapshots',
    does: 'List the saved snapshots',
    contract: controlContract({}),
    handle: list,
  }),
  controlCall({
    method: 'GET',
    path: '/snapshots/{name}',
    does: 'Show when a snapshot was saved, and how big it is',
    contract,
    handle: one,
  }),
  controlCall({
    method: 'PUT',
    path: '/snapshots/{name}',
    does: 'Save the state under a name',
    contract,
    handle: save,
  }),
  controlCall({
    method: 'DELETE',
    path: '/snapshots/{name}',
    does: 'Remove a snapshot',
    contract,
    handle: remove,
  }),
  controlCall({
    method: 'POST',
    path: '/snapshots/{name}/restore',
    does: 'Go back to a saved state',
    contract,
    handle: restore,
  }),
]

async function list(
  { world }: Call,
  _input: unknown,
  { snapshots }: ControlParts,
): Promise<SnapshotsAnswer> {
  return { snapshots: (await snapshots(world).list()).map(snapshotAnswer) }
}

async function one({ world }: Call, input: Named, parts: ControlParts): Promise<SnapshotAnswer> {
  const name = nameIn(input)
  const found = (await parts.snapshots(world).list()).find((snapshot) => snapshot.name === name)
  if (found === undefined) throw unknown(name)
  return snapshotAnswer(found)
}

async function save({ world }: Call, input: Named, parts: ControlParts): Promise<SnapshotAnswer> {
  const name = nameIn(input)
  return snapshotAnswer(await parts.snapshots(world).save(name, world.records.image()))
}

async function remove({ world }: Call, input: Named, parts: ControlParts): Promise<RemovedAnswer> {
  const name = nameIn(input)
  if (!(await parts.snapshots(world).remove(name))) throw unknown(name)
  return { removed: name }
}

async function restore({ world }: Call, input: Named, parts: ControlParts): Promise<ClockAnswer> {
  const name = nameIn(input)
  const records = new Records()
  const isThere = await parts.snapshots(world).load(name, (table, line) => {
    records.load(table, line)
  })
  if (!isThere) throw unknown(name)
  replaceState(world, records)
  return clockAnswer(world)
}

function nameIn({ path: { name } }: Named): string {
  if (isSnapshotName(name)) return name
  const message = 'A snapshot name has 1 to 80 letters, digits, dots, dashes or underscores'
  throw problem('invalid_format', message, ['path', 'name'])
}

function unknown(name: string) {
  return problem('not_found', `There is no snapshot '${name}'`, ['path', 'name'])
}

function snapshotAnswer({ name, savedAt, bytes, records }: Snapshot): SnapshotAnswer {
  return { name, saved_at: savedAt, bytes, records }
}

import type * as z from 'zod'
import { redactText } from '../../base/redaction/redacted.ts'
import { printable } from '../../base/text/printable.ts'
import { parseInstant } from '../../domain/time/instant.ts'
import {
  listedSnapshotSchema,
  savedSnapshotSchema,
} from '../../gateway/store/port/snapshot-schema.ts'
import {
  isSnapshotName,
  SnapshotNameRefused,
  type Snapshots,
  snapshotNameForm,
} from '../../gateway/store/port/snapshots.ts'
import { StoreError } from '../../gateway/store/port/store-error.ts'
import { codedIssue } from '../../gateway/wire/contract/objection.ts'
import { requestProblem } from '../../gateway/wire/request-problem.ts'
import { replaceState, stateIntake, turnBack } from '../../gateway/world/commands/state-commands.ts'
import type { Intake } from '../../gateway/world/records/medium.ts'
import { Records } from '../../gateway/world/records/records.ts'
import { clockSchema } from '../contract/calls/clock.ts'
import { removedSchema, snapshotsSchema } from '../contract/calls/worlds.ts'
import { anyText, limit, strict } from '../contract/control-field.ts'
import { handler } from '../control-handler.ts'
import { clockAnswer } from './clock.ts'

const named = strict({ name: anyText.superRefine(refuseBadName) })

function refuseBadName(name: string, context: z.core.$RefinementCtx): void {
  if (isSnapshotName(name)) return
  const message = `Invalid snapshot name '${redactText(printable(name))}': it has ${snapshotNameForm}`
  context.addIssue(codedIssue('invalid_format', message))
}

export const snapshots = {
  snapshots: handler(
    { query: strict({ limit }), answer: snapshotsSchema },
    async ({ world }, { query }, parts) => ({
      snapshots: await parts.snapshots(world).list(query.limit),
    }),
  ),
  snapshot: handler(
    { path: named, answer: listedSnapshotSchema },
    async ({ world }, { path: { name } }, parts) => {
      const found = await parts.snapshots(world).find(name)
      if (found === undefined) throw unknown(name)
      return found
    },
  ),
  saveSnapshot: handler(
    { path: named, answer: savedSnapshotSchema },
    async ({ world }, { path: { name } }, parts) => {
      try {
        return await parts.snapshots(world).save(name, world.records.image())
      } catch (cause) {
        if (!(cause instanceof SnapshotNameRefused)) throw cause
        throw requestProblem('invalid_format', cause.message, ['path', 'name'])
      }
    },
  ),
  removeSnapshot: handler(
    { path: named, answer: removedSchema },
    async ({ world }, { path: { name } }, parts) => {
      if (!(await parts.snapshots(world).remove(name))) throw unknown(name)
      return { removed: name }
    },
  ),
  restoreSnapshot: handler(
    { path: named, answer: clockSchema },
    async ({ world }, { path: { name } }, parts) => {
      const records = new Records()
      const intake = stateIntake(records, world.environment)
      const snapshots = parts.snapshots(world)
      const found = await snapshots.find(name)
      if (!(await loadInto(intake, snapshots, name))) throw unknown(name)
      const savedAt = found && 'saved_at' in found ? parseInstant(found.saved_at) : undefined
      if (savedAt !== undefined) turnBack(records, savedAt, world.environment.realTime())
      replaceState(world, records, 'restored')
      return clockAnswer(world)
    },
  ),
}

/** Refuses a damaged snapshot before the world is changed. */
async function loadInto(intake: Intake, snapshots: Snapshots, name: string): Promise<boolean> {
  try {
    return await snapshots.load(name, intake)
  } catch (cause) {
    if (!(cause instanceof StoreError)) throw cause
    throw requestProblem('invalid_format', cause.message, ['path', 'name'])
  }
}

function unknown(name: string) {
  return requestProblem('not_found', `There is no snapshot '${name}'`, ['path', 'name'])
}

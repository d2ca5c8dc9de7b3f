import * as z from 'zod'
import type { ValueOf } from '../../../base/value-of.ts'
import { listedSnapshotSchema } from '../../../gateway/store/port/snapshot-schema.ts'

export const snapshotsSchema = z
  .object({ snapshots: z.array(listedSnapshotSchema).describe('Sorted by name.') })
  .meta({ id: 'SnapshotsResponse' })

export type SnapshotsResponse = ValueOf<typeof snapshotsSchema>

export const removedSchema = z
  .object({ removed: z.string().describe('Its name.') })
  .meta({ id: 'Removed' })

import * as z from 'zod'
import type { ValueOf } from '../../../base/value-of.ts'
import { listedSnapshotSchema } from '../../../gateway/store/port/snapshot-schema.ts'
import { clockSchema } from './clock.ts'

const sizes = { customers: z.int(), tokens: z.int(), transactions: z.int() }

export const worldSchema = clockSchema
  .extend({ name: z.string(), ...sizes })
  .meta({ id: 'WorldResponse' })

export type WorldResponse = ValueOf<typeof worldSchema>

export const worldsSchema = z
  .object({ worlds: z.array(worldSchema).describe('Sorted by name, the default one first.') })
  .meta({ id: 'WorldsResponse' })

export type WorldsResponse = ValueOf<typeof worldsSchema>

export const importSchema = clockSchema
  .extend(sizes)
  .meta({ id: 'ImportResponse', description: 'The contents of the world after the import.' })

export type ImportResponse = ValueOf<typeof importSchema>

export const seedSchema = z
  .object({ ...sizes, seed: z.int() })
  .meta({ id: 'SeedResponse', description: 'What was created, and the seed.' })

export type SeedResponse = ValueOf<typeof seedSchema>

export const snapshotsSchema = z
  .object({ snapshots: z.array(listedSnapshotSchema).describe('Sorted by name.') })
  .meta({ id: 'SnapshotsResponse' })

export type SnapshotsResponse = ValueOf<typeof snapshotsSchema>

export const removedSchema = z
  .object({ removed: z.string().describe('Its name.') })
  .meta({ id: 'Removed' })

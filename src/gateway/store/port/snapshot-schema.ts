import * as z from 'zod'
import type { ValueOf } from '../../../base/value-of.ts'

const snapshotSchema = z
  .object({
    name: z.string(),
    saved_at: z.iso.datetime().describe('Real time.'),
    bytes: z.int(),
    records: z.int(),
  })
  .meta({ id: 'SnapshotResponse' })

export type SnapshotResponse = ValueOf<typeof snapshotSchema>

export const savedSnapshotSchema = snapshotSchema
  .extend({ replaced: z.boolean().describe('Whether there was a snapshot of this name.') })
  .meta({ id: 'SavedSnapshotResponse' })

export type SavedSnapshotResponse = ValueOf<typeof savedSnapshotSchema>

const damagedSnapshotSchema = z
  .object({
    name: z.string(),
    bytes: z.int(),
    damaged: z.literal(true),
    reason: z.string().describe('One line: the file, and what is wrong with it.'),
  })
  .meta({ id: 'DamagedSnapshotResponse', description: 'A snapshot that can no longer be loaded.' })

export type DamagedSnapshotResponse = ValueOf<typeof damagedSnapshotSchema>

export const listedSnapshotSchema = z
  .union([snapshotSchema, damagedSnapshotSchema])
  .meta({ id: 'ListedSnapshotResponse' })

export type ListedSnapshotResponse = ValueOf<typeof listedSnapshotSchema>

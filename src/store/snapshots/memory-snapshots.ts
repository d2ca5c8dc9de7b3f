import { inBatches } from '../../document/in-batches.ts'
import { type Image, tableNames } from '../../world/records/medium.ts'
import {
  checkNewName,
  checkSnapshotName,
  type Snapshot,
  type Snapshots,
} from '../port/snapshots.ts'

/** Rows that load within some 10 ms. */
const BATCH = 2000

/** Named snapshots of a world in memory; they are lost when the process ends. */
export function memorySnapshots(now: () => Date = () => new Date()): Snapshots {
  const kept = new Map<string, { readonly image: Image; readonly snapshot: Snapshot }>()
  return {
    async save(name, image) {
      checkSnapshotName(name)
      checkNewName(name, kept.keys())
      const tables = tableNames.map((table) => image.tables[table])
      const bytes = tables.reduce((sum, lines) => sum + lengthOf(lines), 0)
      const records = tables.reduce((sum, lines) => sum + lines.length, 0)
      const snapshot = { name, saved_at: now().toISOString(), bytes, records }
      kept.set(name, { image, snapshot })
      return snapshot
    },
    async load(name, into) {
      checkSnapshotName(name)
      const found = kept.get(name)
      if (found === undefined) return false
      for (const table of tableNames) {
        await inBatches(found.image.tables[table], (line) => into.load(table, line), BATCH)
      }
      return true
    },
    async list(limit) {
      const all = [...kept.values()].map(({ snapshot }) => snapshot)
      return all.sort((a, b) => (a.name < b.name ? -1 : 1)).slice(0, limit)
    },
    async find(name) {
      return kept.get(name)?.snapshot
    },
    async remove(name) {
      checkSnapshotName(name)
      return kept.delete(name)
    },
  }
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0)
}

import type { Image } from '../../world/records/medium.ts'
import { imageChunks } from '../image/image-format.ts'
import { readTrusted } from '../image/image-reader.ts'
import { checkNewName, recordsIn, type Snapshot, type Snapshots } from '../port/snapshots.ts'

/** Named snapshots of a world in memory; they are lost when the process ends. */
export function memorySnapshots(now: () => Date = () => new Date()): Snapshots {
  const kept = new Map<string, { readonly image: Image; readonly snapshot: Snapshot }>()
  return {
    async save(name, image) {
      checkNewName(name, kept.keys())
      const lines = Object.values(image.tables).flat()
      const bytes = lines.reduce((sum, line) => sum + line.length, 0)
      const snapshot = { name, saved_at: now().toISOString(), bytes, records: recordsIn(image) }
      kept.set(name, { image, snapshot })
      return snapshot
    },
    async load(name, into) {
      const found = kept.get(name)
      if (found === undefined) return false
      await readTrusted(imageChunks(found.image, { saved_at: found.snapshot.saved_at }), into, name)
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
      return kept.delete(name)
    },
  }
}

import { currentVersion, migrations } from '../migrations.ts'
import type { StateDocument } from '../port/state-document.ts'
import { readDoubted } from './doubted-image.ts'
import { imageChunks } from './image-writer.ts'

/** State documents of this version, which reads those of earlier ones too. */
export const stateDocument: StateDocument = {
  write(image, savedAt, show) {
    const saved_at = new Date(savedAt).toISOString()
    const head = { format: 'sandgate', version: currentVersion(migrations), saved_at } as const
    return imageChunks(image, head, show)
  },
  read: (chunks, into) => readDoubted(chunks, into),
}

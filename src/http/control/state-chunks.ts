import { nextTurn } from '../../document/in-batches.ts'
import { exportedImage } from '../../world/unclear-answers.ts'
import type { World } from '../../world/world.ts'
import type { ControlParts } from './parts.ts'

/** The exported state of a world in pieces; other requests run between them. */
export async function* stateChunks(
  { records, environment }: World,
  { stateDocument }: Pick<ControlParts, 'stateDocument'>,
): AsyncGenerator<Uint8Array> {
  for (const chunk of stateDocument.write(exportedImage(records), environment.realTime())) {
    yield chunk
    await nextTurn()
  }
}

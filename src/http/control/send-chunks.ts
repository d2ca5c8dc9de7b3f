import { pipeline } from 'node:stream/promises'
import { nextTurn } from '../../document/in-batches.ts'
import type { World } from '../../world/world.ts'
import { noSniffing } from '../answer.ts'
import type { Call } from '../call.ts'
import type { ControlParts } from './parts.ts'

/** Answers with a document that is never in memory as a whole. */
export async function sendChunks(
  { outgoing }: Pick<Call, 'outgoing'>,
  headers: Readonly<Record<string, string>>,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<undefined> {
  outgoing.writeHead(200, { ...noSniffing, 'Cache-Control': 'no-store', ...headers })
  try {
    await pipeline(chunks, outgoing)
  } catch (cause) {
    if (!isGone(cause)) throw cause
  }
}

/** Whether the client disconnected during the answer, which is not a failure of the sandbox. */
function isGone(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_STREAM_PREMATURE_CLOSE'
}

/** The exported state of a world in pieces; other requests run between them. */
export async function* stateChunks(
  { records, environment }: World,
  { stateDocument }: Pick<ControlParts, 'stateDocument'>,
): AsyncGenerator<Uint8Array> {
  for (const chunk of stateDocument.write(records.image(), environment.realTime())) {
    yield chunk
    await nextTurn()
  }
}

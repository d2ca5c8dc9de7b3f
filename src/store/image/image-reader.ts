import { messageOf } from '../../document/file-failure.ts'
import { nextTurn } from '../../document/in-batches.ts'
import type { Intake } from '../../world/records/medium.ts'
import { newline, WholeLines } from '../disk/lines.ts'
import { FORMAT_VERSION } from '../format-version.ts'
import type { StateDocument } from '../port/snapshots.ts'
import { ImageUnreadable } from '../port/store-error.ts'
import type { ImageHead } from './image-format.ts'
import { imageChunks } from './image-writer.ts'
import { RowLines } from './row-lines.ts'
import { readDocument } from './untrusted-document.ts'

type From = AsyncIterable<Uint8Array>

/**
 * Reads a file that still has our check: its rows go to the intake unchecked as they are read, so
 * some are already loaded when damage is found further on.
 */
export async function readTrusted(from: From, into: Intake, name: string): Promise<ImageHead> {
  const rows = new RowLines((table, line) => into.load(table, line), name)
  const lines = new WholeLines()
  for await (const chunk of from) {
    for (const block of lines.push(chunk)) rows.read(block)
    // Buffered chunks arrive without a turn of the event loop, so other work needs one here.
    await nextTurn()
  }
  // An editor may have removed the last newline.
  const rest = lines.rest()
  if (rest.length > 0) rows.read(Buffer.concat([rest, Buffer.of(newline)]))
  return rows.end()
}

/** Reads a document from anyone: every row is checked against its schema. */
export async function readUntrusted(from: From, into: Intake, name: string): Promise<ImageHead> {
  const rows = await into.untrusted()
  const head = await readDocument(from, (table, line) => rows.load(table, line), name)
  try {
    await rows.finish()
  } catch (error) {
    throw new ImageUnreadable(messageOf(error), { cause: error })
  }
  return head
}

/** Writes state documents of this version; also reads earlier ones. */
export const stateDocument: StateDocument = {
  write(image, savedAt) {
    const saved_at = new Date(savedAt).toISOString()
    return imageChunks(image, { format: 'sandgate', version: FORMAT_VERSION, saved_at })
  },
  read: (chunks, into) => readUntrusted(chunks, into, 'The document'),
}

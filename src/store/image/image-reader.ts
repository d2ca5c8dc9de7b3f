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
 * A file of ours with its check still there: its rows need no look of their own, and go to the intake
 * as they are read. They are there by the time that damage further on is found.
 */
export async function readTrusted(from: From, into: Intake, name: string): Promise<ImageHead> {
  const rows = new RowLines((table, line) => into.load(table, line), name)
  const lines = new WholeLines()
  for await (const chunk of from) {
    for (const block of lines.push(chunk)) rows.read(block)
    // Chunks that are there already come without a turn of the event loop.
    await nextTurn()
  }
  // An editor may have left out the last newline.
  const rest = lines.rest()
  if (rest.length > 0) rows.read(Buffer.concat([rest, Buffer.of(newline)]))
  return rows.end()
}

/** A document that anybody may have written: every row meets its schema. */
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

/** State documents of this version, which reads those of earlier ones too. */
export const stateDocument: StateDocument = {
  write(image, savedAt) {
    const saved_at = new Date(savedAt).toISOString()
    return imageChunks(image, { format: 'sandgate', version: FORMAT_VERSION, saved_at })
  },
  read: (chunks, into) => readUntrusted(chunks, into, 'The document'),
}

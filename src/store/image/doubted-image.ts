import { messageOf } from '../../document/file-failure.ts'
import type { Intake } from '../../world/records/medium.ts'
import { ImageUnreadable } from '../disk/store-error.ts'
import { type ImageRead, type ReadOptions, readImage } from './image-reader.ts'

type From = AsyncIterable<Uint8Array>
type Options = Omit<ReadOptions, 'trusted'>

/** A file of ours with its check still there: its rows need no look of their own. */
export function readTrusted(from: From, into: Intake, options: Options = {}): Promise<ImageRead> {
  return readImage(from, (table, line) => into.load(table, line), { ...options, trusted: true })
}

/** A document that anybody may have written: every row meets its schema. */
export async function readDoubted(
  from: From,
  into: Intake,
  options: Options = {},
): Promise<ImageRead> {
  const rows = await into.untrusted()
  const read = await readImage(from, (table, line) => rows.load(table, line), options)
  try {
    await rows.finish()
  } catch (error) {
    throw new ImageUnreadable(messageOf(error), { cause: error })
  }
  return read
}

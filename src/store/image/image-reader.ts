import { nextTurn } from '../../document/in-batches.ts'
import { newline, WholeLines } from '../disk/whole-lines.ts'
import { currentVersion, type Migration, migrations, refuseFuture } from '../migrations.ts'
import { type Head, headOfLine, type Visit } from './image-format.ts'
import { RowLines } from './row-lines.ts'
import { readWholeDocument } from './whole-document.ts'

export interface ReadOptions {
  /** Our own file with its check still there: rows need no look of their own. */
  readonly trusted?: boolean
  readonly migrations?: readonly Migration[]
  /** What to call it when it is refused. */
  readonly name?: string
}

export interface ImageRead {
  readonly head: Head
  readonly isOld: boolean
}

/** No first line of ours is longer. */
const longestHead = 64 * 1024

/**
 * Visits every row of a state document. One written a row a line is read as it comes, any other
 * formatting of it as a whole. Rows have been visited by the time that damage further on is found.
 */
export async function readImage(
  chunks: AsyncIterable<Uint8Array>,
  visit: Visit,
  options: ReadOptions = {},
): Promise<ImageRead> {
  const { migrations: steps = migrations, trusted = false, name = 'The document' } = options
  const opening = await readOpening(chunks)
  const firstLine = opening.bytes.toString('utf8', 0, Math.max(0, opening.bytes.indexOf(newline)))
  const streamed = headOfLine(firstLine)
  if (streamed === undefined) {
    const whole = { steps, name, trusted }
    const head = await readWholeDocument(opening.all(), visit, whole)
    return { head, isOld: head.version < currentVersion(steps) }
  }
  refuseFuture(streamed.version, steps, name)
  const rows = new RowLines(streamed, visit, { trusted, steps })
  const lines = new WholeLines()
  for await (const chunk of opening.all()) {
    for (const block of lines.push(chunk)) rows.read(block)
    // Chunks that are there already come without a turn of the event loop.
    await nextTurn()
  }
  // An editor may have left out the last newline.
  const rest = lines.rest()
  if (rest.length > 0) rows.read(Buffer.concat([rest, Buffer.of(newline)]))
  rows.end()
  return { head: streamed, isOld: streamed.version < currentVersion(steps) }
}

async function readOpening(chunks: AsyncIterable<Uint8Array>) {
  const source = chunks[Symbol.asyncIterator]()
  let bytes: Buffer = Buffer.alloc(0)
  while (bytes.length < longestHead && !bytes.includes(newline)) {
    const next = await source.next()
    if (next.done) break
    bytes = Buffer.concat([bytes, next.value])
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      yield bytes
      for (;;) {
        const next = await source.next()
        if (next.done) return
        yield next.value
      }
    } finally {
      await source.return?.()
    }
  }
  return { bytes, all }
}

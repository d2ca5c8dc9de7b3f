import { nextTurn } from '../../document/in-batches.ts'
import { type Image, type TableName, tableNames } from '../../world/records/medium.ts'
import { checksum, hex } from '../disk/lines.ts'
import { checkStart, type ImageCheck, type ImageHead } from './image-format.ts'

/** Small enough that encoding a chunk does not delay requests noticeably. */
const chunkLength = 256 * 1024

/** The document of an image in chunks, so that it is never in memory as one text. */
export function* imageChunks(image: Image, head: ImageHead): Generator<Uint8Array> {
  let crc = 0
  for (const text of bodyTexts(image, head)) {
    const bytes = Buffer.from(text)
    crc = checksum(bytes, crc)
    yield bytes
  }
  yield Buffer.from(`${checkStart}${JSON.stringify(check(image, crc))}\n}\n`)
}

/** The check at the end of an image's document that has these tables. */
export async function checkOf(
  image: Image,
  head: ImageHead,
  tables: readonly TableName[],
): Promise<ImageCheck> {
  let crc = 0
  for (const text of bodyTexts(image, head, tables)) {
    await nextTurn()
    crc = checksum(Buffer.from(text), crc)
  }
  return check(image, crc)
}

function* bodyTexts(
  image: Image,
  head: ImageHead,
  tables: readonly TableName[] = tableNames,
): Generator<string> {
  let text = `${JSON.stringify(head).slice(0, -1)},\n`
  for (const [index, table] of tables.entries()) {
    text += `"${table}":[\n`
    const rows = image.tables[table]
    const last = rows.length - 1
    for (let row = 0; row <= last; row++) {
      text += rows[row]
      text += row < last ? ',\n' : '\n'
      if (text.length < chunkLength) continue
      yield text
      text = ''
    }
    text += index < tables.length - 1 ? '],\n' : ']\n'
  }
  yield text
}

function check(image: Image, crc: number): ImageCheck {
  const counts = tableNames.map((table) => [table, image.tables[table].length] as const)
  return { records: Object.fromEntries(counts), crc32: hex(crc) }
}

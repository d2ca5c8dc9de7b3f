import { type Image, tableNames } from '../../world/records/medium.ts'
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
  const counts = tableNames.map((table) => [table, image.tables[table].length] as const)
  yield Buffer.from(endText({ records: Object.fromEntries(counts), crc32: hex(crc) }))
}

/** Everything that the checksum covers. */
export function* bodyTexts(image: Image, head: ImageHead): Generator<string> {
  let text = `${JSON.stringify(head).slice(0, -1)},\n`
  for (const [index, table] of tableNames.entries()) {
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
    text += index < tableNames.length - 1 ? '],\n' : ']\n'
  }
  yield text
}

/** The lines after the tables; a document that a person edited has no check. */
export function endText(check: ImageCheck | undefined): string {
  return check === undefined ? '}\n' : `${checkStart}${JSON.stringify(check)}\n}\n`
}

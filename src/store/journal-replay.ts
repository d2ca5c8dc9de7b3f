import { type Key, type Loader, type TableName, tableNames } from '../world/medium.ts'
import { checksum, hex } from './checksum.ts'
import { payloadOffset } from './journal-lines.ts'

/** What the commits of a journal are done to again. */
export type Replay = Pick<Loader, 'load' | 'remove'>

const space = 0x20

/** Whether the line between these places is as it was written. */
export function isWhole(bytes: Buffer, start: number, end: number): boolean {
  if (end - start <= payloadOffset || bytes[start + 8] !== space) return false
  const crc = checksum(bytes.subarray(start + payloadOffset, end))
  return bytes.toString('latin1', start, start + 8) === hex(crc)
}

/** Does the changes of one whole line again. */
export function replayLine(bytes: Buffer, start: number, end: number, replay: Replay): void {
  const from = start + payloadOffset
  const text = bytes.toString('utf8', from, end)
  // Rows are cut from the bytes where that is possible: a piece of a string keeps all of it alive.
  const isPlain = text.length === end - from
  let at = 1
  while (text.startsWith('["', at)) {
    const nameEnd = text.indexOf('"', at + 3)
    const lengthEnd = text.indexOf(',', nameEnd + 2)
    const rowStart = lengthEnd + 1
    const rowEnd = rowStart + Number(text.slice(nameEnd + 2, lengthEnd))
    const table = tableNamed(text.slice(at + 3, nameEnd))
    const row = isPlain
      ? bytes.toString('latin1', from + rowStart, from + rowEnd)
      : Buffer.from(text.slice(rowStart, rowEnd)).toString()
    if (text[at + 2] === '+') replay.load(table, row)
    else replay.remove(table, JSON.parse(row) as Key)
    // Behind the row: its bracket, and a comma or the closing bracket.
    at = rowEnd + 2
  }
  if (at !== text.length && text !== '[]') throw new Error(`Not a list of changes at ${at}`)
}

function tableNamed(name: string): TableName {
  const table = tableNames.find((known) => known === name)
  if (table === undefined) throw new Error(`There is no table ${name}`)
  return table
}

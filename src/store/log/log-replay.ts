import { type Loader, type RowKey, type TableName, tableNames } from '../../world/records/medium.ts'
import { checksum } from '../disk/lines.ts'
import { coveredOffset } from './log-lines.ts'

/** Receives the replayed commits of a log. */
export type Replay = Pick<Loader, 'load' | 'remove'>

const space = 0x20
const quote = 0x22
const plus = 0x2b
const comma = 0x2c
const zero = 0x30
const open = 0x5b
const close = 0x5d

/** Whether this line's checksum is right. */
export function isWhole(bytes: Buffer, start: number, end: number): boolean {
  if (end - start <= coveredOffset || bytes[start + 8] !== space) return false
  return checksum(bytes.subarray(start + coveredOffset, end)) === hexNumber(bytes, start)
}

/**
 * Whether a part of this line never reached the disk: it reads as zeros, which no line contains. A
 * line with a newline and no such hole was written completely.
 */
export function hasHole(bytes: Buffer, start: number, end: number): boolean {
  const at = bytes.indexOf(0, start)
  return at >= 0 && at < end
}

/**
 * Whether an intact line follows garbled bytes in this one: then the newline between two lines was
 * damaged, which an interrupted write never does.
 */
export function hidesWhole(bytes: Buffer, start: number, end: number): boolean {
  let at = bytes.indexOf(space, start + coveredOffset)
  while (at >= 0 && at < end) {
    if (!Number.isNaN(hexNumber(bytes, at - 8)) && isWhole(bytes, at - 8, end)) return true
    at = bytes.indexOf(space, at + 1)
  }
  return false
}

/** The value of eight hexadecimal digits as we write them; NaN for anything else. */
export function hexNumber(bytes: Buffer, start: number): number {
  let number = 0
  for (let at = start; at < start + 8; at++) {
    const byte = bytes[at] ?? 0
    if (byte >= zero && byte <= zero + 9) number = number * 16 + byte - zero
    else if (byte >= 0x61 && byte <= 0x66) number = number * 16 + byte - 0x57
    else return Number.NaN
  }
  return number
}

/**
 * Replays the changes of a payload. Rows are cut from the bytes and not from a string of the line,
 * because a substring would keep the whole string in memory.
 */
export function replayLine(bytes: Buffer, start: number, end: number, replay: Replay): void {
  let at = start + 1
  while (bytes[at] === open) {
    // [ " + table " , length , text ]
    const nameEnd = bytes.indexOf(quote, at + 3)
    const table = tableNamed(bytes.toString('latin1', at + 3, nameEnd))
    let textStart = nameEnd + 2
    let length = 0
    for (; bytes[textStart] !== comma && textStart < end; textStart++) {
      length = length * 10 + (bytes[textStart] ?? 0) - zero
    }
    textStart++
    const text = bytes.toString('utf8', textStart, textStart + length)
    if (bytes[at + 2] === plus) replay.load(table, text)
    else replay.remove(table, JSON.parse(text) as RowKey)
    // Skips the closing bracket, and a comma or the last bracket.
    at = textStart + length + 2
  }
  const isEmpty = at === end - 1 && bytes[at] === close
  if (at !== end && !isEmpty) throw new Error('it is not a list of changes')
}

function tableNamed(name: string): TableName {
  const table = tableNames.find((known) => known === name)
  if (table === undefined) throw new Error(`there is no table ${name}`)
  return table
}

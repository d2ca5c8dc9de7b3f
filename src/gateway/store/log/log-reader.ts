import { messageOf } from '../../../base/file-failure.ts'
import {
  type CheckedLoad,
  type Loader,
  type RowKey,
  type TableName,
  tableNames,
} from '../../world/records/medium.ts'
import type { Files } from '../disk/files.ts'
import { type FolderKey, refuseOtherKey } from '../disk/key-file.ts'
import { checksum, hex, newline, WholeLines } from '../disk/lines.ts'
import { fileChunks, type Progress } from '../disk/read-file.ts'
import { refuseOtherVersion } from '../image/image-format.ts'
import { damaged, StoreError } from '../port/store-error.ts'
import { LOG_VERSION, parseHeader, payloadOffset } from './log-file.ts'

export interface LogRead {
  /** The end of the last intact line, with its newline even if that is missing. */
  length: number
  /** Whether it holds more than its header line. */
  hasCommits: boolean
  /** The bytes of an incomplete last line, as an interrupted write leaves it, and its number; 0 if there is none. */
  tornBytes: number
  tornLine: number
}

export interface LogSource {
  readonly files: Files
  readonly path: string
  readonly generation: number
  readonly key?: FolderKey | undefined
  readonly progress?: Progress | undefined
}

type Replay = Pick<Loader, 'logged' | 'remove'>

/**
 * Replays a log's commits. Refuses a log that is damaged anywhere but at its very end, and rows that
 * are no rows of their table although the checksum of their line is right.
 */
export async function readLog(source: LogSource, replay: Replay): Promise<LogRead> {
  const read: LogRead = { length: 0, hasCommits: false, tornBytes: 0, tornLine: 0 }
  const lines = new WholeLines()
  let line = 0
  for await (const chunk of fileChunks(source.files, source.path, source.progress)) {
    for (const block of lines.push(chunk)) {
      let start = 0
      while (start < block.length) {
        const end = block.indexOf(newline, start)
        line++
        await readLine({ block, start, end, line }, read, source, replay)
        start = end + 1
      }
    }
  }
  const rest = lines.rest()
  const [end, last] = [rest.length, line + 1]
  // An editor may have removed the last newline. What the checksum covers was stored all the same.
  if (isWhole(rest, 0, end)) {
    await readLine({ block: rest, start: 0, end, line: last }, read, source, replay)
  } else if (end > 0) noteTorn(read, { bytes: end, line: last }, source)
  return read
}

/** Only the last line can be incomplete: each write is safe before the next one begins. */
function noteTorn(
  read: LogRead,
  { bytes, line }: { readonly bytes: number; readonly line: number },
  { path }: LogSource,
): void {
  if (read.tornLine > 0) throw damaged(path, `line ${read.tornLine} is garbled`)
  read.tornBytes = bytes
  read.tornLine = line
}

interface LogLine {
  readonly block: Buffer
  readonly start: number
  readonly end: number
  /** Counted from 1. */
  readonly line: number
}

async function readLine(
  one: LogLine,
  read: LogRead,
  source: LogSource,
  replay: Replay,
): Promise<void> {
  const { block, start, end, line } = one
  const { path } = source
  if (!isWhole(block, start, end)) {
    const isTorn = hasHole(block, start, end) && !hidesWhole(block, start, end)
    if (!isTorn) throw damaged(path, `line ${line} is garbled`)
    noteTorn(read, { bytes: end + 1 - start, line }, source)
    return
  }
  if (read.tornLine > 0) throw damaged(path, `line ${read.tornLine} is garbled`)
  read.length += end + 1 - start
  read.hasCommits = line > 1
  const at = start + payloadOffset
  try {
    if (line === 1) checkHeader(block.toString('utf8', at, end), source)
    else await replayLine(block, at, end, replay)
  } catch (error) {
    if (error instanceof StoreError) throw error
    // The message of the JSON parser may repeat a part of a card number.
    const message = error instanceof SyntaxError ? 'Not JSON' : messageOf(error)
    throw damaged(path, `line ${line}: ${message}`)
  }
}

function checkHeader(text: string, { path, generation, key }: LogSource): void {
  const header = parseHeader(text)
  if (header === undefined) throw damaged(path, 'its first line is missing')
  refuseOtherVersion(header.version, path, LOG_VERSION)
  if (key !== undefined) refuseOtherKey(key, header.key, path)
  if (header.generation !== generation) {
    throw damaged(path, `it is log ${header.generation} under another name`)
  }
}

const space = 0x20
const quote = 0x22
const plus = 0x2b
const comma = 0x2c
const open = 0x5b
const close = 0x5d

/** Whether this line's checksum is right. */
function isWhole(bytes: Buffer, start: number, end: number): boolean {
  if (end - start <= payloadOffset || bytes[start + 8] !== space) return false
  const written = bytes.toString('latin1', start, start + 8)
  return written === hex(checksum(bytes.subarray(start + payloadOffset, end)))
}

/**
 * Whether a part of this line never reached the disk: it reads as zeros, which no line contains. A
 * line with a newline and no such hole was written completely.
 */
function hasHole(bytes: Buffer, start: number, end: number): boolean {
  const at = bytes.indexOf(0, start)
  return at >= 0 && at < end
}

/**
 * Whether an intact line follows garbled bytes in this one: then the newline between two lines was
 * damaged, which an interrupted write never does.
 */
function hidesWhole(bytes: Buffer, start: number, end: number): boolean {
  let at = bytes.indexOf(space, start + payloadOffset)
  while (at >= 0 && at < end) {
    if (isWhole(bytes, at - 8, end)) return true
    at = bytes.indexOf(space, at + 1)
  }
  return false
}

/**
 * Replays the changes of a payload. Rows are cut from the bytes and not from a string of the line,
 * because a substring would keep the whole string in memory.
 */
async function replayLine(
  bytes: Buffer,
  start: number,
  end: number,
  replay: Replay,
): Promise<void> {
  const load = await replay.logged()
  let at = start + 1
  while (bytes[at] === open) {
    // [ " + table " , length , text ]
    const nameEnd = bytes.indexOf(quote, at + 3)
    const name = bytes.toString('latin1', at + 3, nameEnd)
    const table = tableNames.find((known) => known === name)
    if (table === undefined) throw new Error(`there is no table ${name}`)
    const lengthEnd = bytes.indexOf(comma, nameEnd + 2)
    const textEnd = lengthEnd + 1 + Number(bytes.toString('latin1', nameEnd + 2, lengthEnd))
    const text = bytes.toString('utf8', lengthEnd + 1, textEnd)
    if (bytes[at + 2] === plus) await loaded(load, table, text)
    else replay.remove(table, keyIn(text))
    // Skips the closing bracket, and a comma or the last bracket.
    at = textEnd + 2
  }
  const isEmpty = at === end - 1 && bytes[at] === close
  if (at !== end && !isEmpty) throw new Error('it is not a list of changes')
}

async function loaded(load: CheckedLoad, table: TableName, text: string): Promise<void> {
  try {
    await load(table, text)
  } catch (error) {
    if (error instanceof SyntaxError) throw error
    throw new Error(`a row of ${table} is wrong: ${messageOf(error)}`, { cause: error })
  }
}

function keyIn(text: string): RowKey {
  const key: unknown = JSON.parse(text)
  if (typeof key !== 'string' && typeof key !== 'number') throw new Error('a key is wrong')
  return key
}

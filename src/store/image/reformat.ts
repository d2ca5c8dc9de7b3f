import * as z from 'zod'
import { inBatches, nextTurn } from '../../document/in-batches.ts'
import { isPlainObject } from '../../domain/plain-object.ts'
import { type Image, mapTables, type TableName, tableNames } from '../../world/records/medium.ts'
import { newline } from '../disk/lines.ts'
import { ImageUnreadable } from '../port/store-error.ts'
import { checkSchema, headOfLine, headSchema, refuseOtherVersion } from './image-format.ts'
import { bodyTexts, endText } from './image-writer.ts'

/** A larger document must have one row per line: it is parsed in one go, which blocks other requests. */
const LONGEST = 8 * 1024 * 1024
const tooLong = `It is larger than ${LONGEST / 1024 / 1024} MB and does not have one row per line, as an export has`

/** Passes a document with one row per line through; writes one in any other formatting that way. */
export async function* oneRowPerLine(
  from: AsyncIterable<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array> {
  const start: Buffer[] = []
  let length = 0
  /** Undefined until the first line is known. */
  let isOurs: boolean | undefined
  for await (const chunk of from) {
    if (isOurs) {
      yield chunk
      continue
    }
    start.push(Buffer.from(chunk))
    length += chunk.length
    if (length > LONGEST) throw new ImageUnreadable(tooLong)
    if (isOurs !== undefined || !chunk.includes(newline)) continue
    const text = Buffer.concat(start)
    isOurs = headOfLine(text.toString('utf8', 0, text.indexOf(newline))) !== undefined
    if (isOurs) yield text
  }
  if (!isOurs) yield* reformatted(Buffer.concat(start).toString(), name)
}

async function* reformatted(text: string, name: string): AsyncGenerator<Uint8Array> {
  const found = parsed(text)
  await nextTurn()
  refuseOtherFormat(found, name)
  const { head, image, check } = await documentOf(found)
  for (const part of bodyTexts(image, head)) yield Buffer.from(part)
  yield Buffer.from(endText(check))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's message may repeat a part of a card number.
    throw new ImageUnreadable('Not JSON')
  }
}

function refuseOtherFormat(found: unknown, name: string): void {
  const version = z.looseObject({ version: z.int() }).safeParse(found).data?.version
  if (version !== undefined) refuseOtherVersion(version, name)
}

async function documentOf(found: unknown) {
  const list = z.custom<readonly unknown[]>(Array.isArray, 'Must be a list').default([])
  const lists = mapTables(() => list)
  const read = z
    .strictObject({ ...headSchema().shape, ...lists, check: checkSchema().optional() })
    .safeParse(found)
  if (!read.success) {
    const [issue] = read.error.issues
    const place = issue?.path.map((part) => `${String(part)}: `).join('') ?? ''
    throw new ImageUnreadable(`Not a state document: ${place}${issue?.message}`)
  }
  const { check, ...rest } = read.data
  const tables = mapTables((): readonly string[] => [])
  for (const table of tableNames) tables[table] = await inBatches(rest[table], rowText(table), 2000)
  const image: Image = { tables }
  return { head: headSchema().parse(rest), image, check }
}

function rowText(table: TableName): (row: unknown, index: number) => string {
  return (row, index) => {
    try {
      if (isPlainObject(row)) return JSON.stringify(row)
    } catch {
      // It is nested too deeply.
    }
    throw new ImageUnreadable(`${table}[${index}]: Not a row`)
  }
}

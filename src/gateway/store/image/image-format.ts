import * as z from 'zod'
import { type TableName, tableNames } from '../../world/records/medium.ts'
import { checksum, hex } from '../disk/lines.ts'
import { OtherVersion } from '../port/store-error.ts'

// Schemas of the store are functions, because most starts need none of them.

/*
 * A state document is one JSON object that is also a stream of lines, one row per line:
 *
 *   {"format":"sandgate","version":2,"generation":3,"key":"Zm9v-bar","saved_at":"2026-03-10T01:00:00.000Z",
 *   "meta":[
 *   {"id":"clock",...},
 *   {"id":"seed",...}
 *   ],
 *   ...
 *   "transactions":[
 *   ]
 *   ,"check":{"records":{"meta":2,...},"crc32":"0a1b2c3d"}
 *   }
 *
 * The checksum covers all bytes before its line. To edit the file by hand, delete that line; the
 * rest is still valid JSON. The state of a world, snapshots and exports all have this format.
 */
export function headSchema() {
  return z.object({
    format: z.literal('sandgate', 'this file was not written by an export or a snapshot'),
    version: z.int(),
    /** Only in a world's state file: the first log that continues it. */
    generation: z.int().min(1).optional(),
    /** The check of the key that made its fingerprints. */
    key: z.string().optional(),
    saved_at: z.string(),
  })
}

export type ImageHead = z.infer<ReturnType<typeof headSchema>>

function checkSchema() {
  return z.object({ records: z.record(z.string(), z.int().min(0)), crc32: z.string() })
}

/** The head, if this is the first line of a document with one row per line. */
export function headOfLine(line: string): ImageHead | undefined {
  if (!line.endsWith(',')) return undefined
  return headSchema().safeParse(parsed(`${line.slice(0, -1)}}`)).data
}

/** The check, if this line holds it. */
export function checkOfLine(line: string) {
  if (!line.startsWith(checkStart)) return undefined
  return checkSchema().safeParse(parsed(line.slice(checkStart.length))).data
}

export const checkStart = ',"check":'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Small enough that encoding a chunk does not delay requests noticeably. */
const chunkLength = 256 * 1024

/**
 * The document of these rows in chunks, so that it is never in memory as one text. `check`: that of
 * the document that the rows come from, if there is one.
 */
export function* imageChunks(
  { tables }: { readonly tables: Readonly<Record<TableName, Iterable<string>>> },
  head: Partial<ImageHead> & Pick<ImageHead, 'saved_at'>,
  check?: unknown,
): Generator<Uint8Array> {
  const records: Partial<Record<TableName, number>> = {}
  let crc = 0
  let text = `${JSON.stringify({ format: 'sandgate', version: FORMAT_VERSION, ...head }).slice(0, -1)},\n`
  const encoded = () => {
    const bytes = Buffer.from(text)
    crc = checksum(bytes, crc)
    text = ''
    return bytes
  }
  for (const table of tableNames) {
    let count = 0
    text += `"${table}":[`
    for (const row of tables[table]) {
      text += count === 0 ? '\n' : ',\n'
      text += row
      count += 1
      if (text.length >= chunkLength) yield encoded()
    }
    records[table] = count
    text += table === tableNames.at(-1) ? '\n]\n' : '\n],\n'
  }
  yield encoded()
  yield Buffer.from(`${checkStart}${JSON.stringify(check ?? { records, crc32: hex(crc) })}\n}\n`)
}

/** The version of state documents. */
const FORMAT_VERSION = 2

export function refuseOtherVersion(version: number, what: string, read = FORMAT_VERSION): void {
  if (version === read) return
  throw new OtherVersion(
    `${what} has format version ${version}, and this sandgate reads version ${read}; ` +
      'use the version of Sandgate that wrote it',
  )
}

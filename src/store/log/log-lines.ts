import * as z from 'zod'
import type { RowChange } from '../../world/records/medium.ts'
import { checksum, hex } from '../disk/lines.ts'
import { FORMAT_VERSION } from '../image/image-format.ts'

/*
 * A log is a line per write: the CRC-32 of the rest, that of the line before, and a JSON array of
 * the changes of all its commits. So an interrupted write is one incomplete line, in whatever order
 * its pages reach the disk.
 *
 * A change says what is done to which table, how many bytes its text has, and the text: the
 * row put in place, or the key of the row taken out. The length lets a row be cut out without
 * parsing it.
 *
 *   5d41402a 9c0a11d2 [["+transactions",512,{"audit":1000001,...}],["-tokens",9,"tok-00001"]]
 *
 * Each line names the one before it, so that none can be taken out or change places unnoticed. The
 * first line of a file says which log it is, and names the last line of the log that it continues.
 */

/** Where the checksummed part starts: after eight digits and a space. */
export const coveredOffset = 9

/** Where the payload starts: after another eight digits and a space. */
export const payloadOffset = 18

/** Builds the lines of a batch. */
export class LogLines {
  /** The checksum of the last line. */
  chain: number
  text: string

  /** The first line follows the one with this checksum. */
  constructor(follows: number) {
    this.chain = follows
    this.text = ''
  }

  add(payload: string): void {
    const covered = `${hex(this.chain)} ${payload}`
    this.chain = checksum(covered)
    this.text += `${hex(this.chain)} ${covered}\n`
  }
}

/** The changes of all commits of a batch. */
export function batchText(commits: readonly (readonly RowChange[])[]): string {
  return `[${commits.flat().map(changeText).join(',')}]`
}

function changeText({ table, key, line }: RowChange): string {
  const text = line ?? JSON.stringify(key)
  return `["${line === undefined ? '-' : '+'}${table}",${Buffer.byteLength(text)},${text}]`
}

function headerSchema() {
  return z.object({
    format: z.literal('sandgate-log'),
    version: z.int(),
    generation: z.int().min(1),
    key: z.string().optional(),
  })
}

/** The first line: the log's generation and the check of its key. */
export interface LogHeader {
  readonly generation: number
  readonly key?: string | undefined
}

export function headerText({ generation, key }: LogHeader): string {
  return JSON.stringify({ format: 'sandgate-log', version: FORMAT_VERSION, generation, key })
}

export function parseHeader(text: string): (LogHeader & { readonly version: number }) | undefined {
  if (!text.startsWith('{')) return undefined
  return headerSchema().safeParse(JSON.parse(text)).data
}

/** The last line of a log that another one continues, so that a missing continuation is noticed. */
export function sealText(next: number): string {
  return JSON.stringify({ next })
}

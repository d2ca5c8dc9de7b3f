import { createHash } from 'node:crypto'
import * as z from 'zod'
import { jsonFaultText } from '../../base/documents/json-fault.ts'
import { printable } from '../../base/text/printable.ts'
import type { ValueOf } from '../../base/value-of.ts'
import { cellResults } from '../../judge/sweep/cells/result.ts'
import { baselineSchema } from '../../judge/sweep/document/baseline.ts'
import { madeWithSchema } from '../../judge/sweep/document/made-with-schema.ts'
import { selfCheckSchema } from '../../judge/sweep/document/sweep-schema.ts'
import { readNamed, unreadable } from '../../runtime/named-file.ts'
import { version } from '../../runtime/version.ts'
import { misuse } from '../cli-error.ts'

const text = z.string()

/** The baseline runs of a sweep and what was made with them, so that another sweep needs none. */
const made = z.object({
  made_at: z.iso.datetime(),
  self_check: selfCheckSchema.nullable(),
  baseline: baselineSchema,
})

/** What was run, and with which options. */
const identity = z.object({ version: text, command: text, options: madeWithSchema })

/** What `sweep --list --json` prints. */
const list = identity.extend({
  ...made.shape,
  /** Every cell of depth 1; the seconds include those of its recovery. */
  cells: z.array(z.object({ name: text, seconds: z.number() })),
})

/** What is saved of the last sweep of a folder. */
export const savedSchema = identity.extend({
  ...made.shape,
  /** What its sandboxes were started with. */
  config: text,
  results: z.array(
    z.object({
      name: text,
      result: z.enum(cellResults),
      /** Whether `--last-failed` runs it again. */
      failed: z.boolean(),
    }),
  ),
})

type Schemas = {
  readonly made: typeof made
  readonly list: typeof list
  readonly saved: typeof savedSchema
}

export type MadeBaseline = ValueOf<Schemas['made']>
export type CellList = ValueOf<Schemas['list']>
export type SavedSweep = ValueOf<Schemas['saved']>

/** A document with a sum over it: an edited one would accuse or acquit clients for nothing. */
export function sealed<Document extends object>(document: Document) {
  return { ...document, checksum: checksumOf(document) }
}

function checksumOf(document: object): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16)
}

/** How a sealed file is called, and how to make it again. */
interface FileWords {
  readonly file: string
  readonly kind: string
  readonly again: string
}

/** The content of a sealed file, or why it cannot be used. */
export function unsealed<Document>(
  read: string,
  schema: z.ZodType<Document>,
  { file, kind, again }: FileWords,
): Document {
  const value = jsonOf(read)
  if (value === undefined && /^\s*\{/.test(read)) {
    throw misuse(`${jsonFaultText(file, read)}; ${again}`)
  }
  const { checksum, ...document } = value ?? {}
  if (checksum === undefined) throw misuse(`${file} is not ${kind}: ${again}`)
  if (document.version !== version) {
    const other = printable(String(document.version))
    throw misuse(`${file} was made by Sandgate ${other}, not ${version}: ${again}`)
  }
  if (checksum !== checksumOf(document)) throw misuse(`${file} was changed by hand: ${again}`)
  const parsed = schema.safeParse(document)
  if (!parsed.success) throw misuse(`${file} is damaged: ${again}`)
  return parsed.data
}

const MOST_MEGABYTES = 256

/** Reads a list that was made for the same command. */
export async function readCellList(file: string, command: string): Promise<CellList> {
  const read = await readNamed(file, MOST_MEGABYTES).catch((cause: unknown) => {
    throw unreadable('list of cells', file, cause)
  })
  const words = { file, kind: 'a list of cells', again: 'make it with sweep --list --json' }
  const cells = unsealed(read, list, words)
  if (cells.command !== command) {
    throw misuse(`${file} lists the cells of '${printable(cells.command)}', not of '${command}'`)
  }
  return cells
}

function jsonOf(
  read: string,
): { readonly checksum?: unknown; readonly version?: unknown } | undefined {
  try {
    return Object(JSON.parse(read))
  } catch {
    return undefined
  }
}

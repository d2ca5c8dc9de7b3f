import { createHash } from 'node:crypto'
import * as z from 'zod'
import { printable } from '../../document/printable.ts'
import { sweptOperations } from '../../insight/sweep/cells/cell.ts'
import { moments, namedFaults, type SweepFault } from '../../insight/sweep/cells/fault.ts'
import {
  baselineFindingSchema,
  selfCheckSchema,
} from '../../insight/sweep/document/sweep-schema.ts'
import type { CallEffect } from '../../insight/sweep/money/money.ts'
import type { Baseline } from '../../insight/sweep/run/baseline.ts'
import { readNamed, unreadable } from '../../runtime/named-file.ts'
import { version } from '../../runtime/version.ts'
import { misuse } from '../cli-error.ts'
import type { SuiteTest } from './single-tests.ts'

const text = z.string()
const number = z.number()

const effect: z.ZodType<CallEffect> = z.object({
  payer: text,
  currency: text,
  taken: number,
  held: number,
  givenBack: number,
  everCharged: number,
  get whole() {
    return effect.optional() as z.ZodType<CallEffect>
  },
})

const money = z.object({
  calls: z.array(
    z.object({
      name: text,
      reference: text,
      isAttacked: z.boolean(),
      isBlind: z.boolean().optional(),
      amount: text.optional(),
      effect: effect.optional(),
    }),
  ),
  customers: number,
  tokens: number,
})

const part = { money: z.array(money).min(1), findings: z.array(text), baselineMs: number }

const call = {
  name: text,
  operation: z.enum(sweptOperations),
}

const baseline = z.object({
  ...part,
  calls: z.array(
    z.object({
      ...call,
      label: text.optional(),
      world: text.optional(),
      isRepresentative: z.boolean().optional(),
      isPlain: z.boolean().optional(),
      reference: z.string().exactOptional(),
      amount: z.number().exactOptional(),
      currency: z.string().exactOptional(),
    }),
  ),
  known: z.array(
    z.object({ ...call, place: text, reference: text.optional(), nth: number.optional() }),
  ),
  wrong: z.array(baselineFindingSchema.omit({ accepted: true })),
  isUnsteady: z.boolean(),
  areBooksCompared: z.boolean(),
  tests: z.array(
    z.object({ label: text, alone: z.union([z.object(part), z.object({ why: text })]) }),
  ),
})

const options = z
  .object({
    at: z.array(z.enum(moments)).min(1),
    faults: z.array(z.enum(namedFaults as [SweepFault, ...SweepFault[]])).min(1),
    depth: z.enum(['1', '2']),
  })
  .catchall(z.union([text, number, z.boolean(), z.array(text)]))

export const listSchema = z.object({
  version: text,
  made_at: z.iso.datetime(),
  command: text,
  /** By their names, as `--faults` is `faults`. */
  options,
  cells: z.array(z.object({ name: text, seconds: number })),
  self_check: selfCheckSchema.nullable(),
  baseline,
})

export type GivenOptions = Readonly<Record<string, string | number | boolean | readonly string[]>>

/** The baseline runs of a sweep and what was made with them, so that another sweep needs none. */
export interface MadeBaseline {
  /** ISO 8601. */
  readonly made_at: string
  readonly self_check: z.infer<typeof selfCheckSchema> | null
  readonly baseline: Baseline & {
    /** The tests of `--each`. */
    readonly tests: readonly SuiteTest[]
  }
}

/** What `sweep --list --json` prints. */
export interface CellList extends MadeBaseline {
  readonly version: string
  readonly command: string
  /** The options that made it. */
  readonly options: GivenOptions
  /** Every cell of depth 1; the seconds include those of its recovery. */
  readonly cells: readonly { readonly name: string; readonly seconds: number }[]
}

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
  const { checksum, ...document } = jsonOf(read)
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
  const list = unsealed(read, listSchema, words)
  if (list.command !== command) {
    throw misuse(`${file} lists the cells of '${printable(list.command)}', not of '${command}'`)
  }
  return list
}

function jsonOf(read: string): { readonly checksum?: unknown; readonly version?: unknown } {
  try {
    return Object(JSON.parse(read))
  } catch {
    return {}
  }
}

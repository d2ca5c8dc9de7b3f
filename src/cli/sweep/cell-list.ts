import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'
import { forms, moments, type SweepChoice, sweptOperations } from '../../insight/sweep/cell.ts'
import { readNamed, unreadable } from '../../runtime/named-file.ts'
import { version } from '../../runtime/version.ts'
import { misuse } from '../cli-error.ts'
import type { CleanBaseline } from './baseline.ts'

const text = z.string()
const number = z.number()
const operation = z.enum(sweptOperations)

const effect = z.object({
  payer: text,
  currency: text,
  taken: number,
  held: number,
  givenBack: number,
  everCharged: number,
})

const moneyCall = z.object({
  name: text,
  reference: text,
  isAttacked: z.boolean(),
  effect: effect.optional(),
})

/** What a clean run did, as far as cells are compared with it. */
const clean = z.object({
  cleanMs: number,
  money: z.array(z.object({ calls: z.array(moneyCall), customers: number, tokens: number })),
  findings: z.array(text),
  wrongBooks: number,
})

const swept = z.object({
  name: text,
  operation,
  label: text.optional(),
  world: text.optional(),
  isRepresentative: z.boolean().optional(),
  isPlain: z.boolean().optional(),
})

const known = z.object({
  name: text,
  place: text,
  operation,
  reference: text.optional(),
  nth: number.optional(),
})

/** What `sweep --list --json` prints: all that shards need in place of their own clean runs. */
const cellListSchema = z.object({
  version: text,
  command: text,
  options: text,
  choice: z.object({
    at: z.array(z.enum(moments)),
    forms: z.array(z.enum(forms)),
    depth: z.union([z.literal(1), z.literal(2)]),
    calls: z.enum(['usual', 'quick', 'all']),
    isIdempotent: z.boolean(),
  }),
  /** Every cell of the first level; the seconds include those of its recovery. */
  cells: z.array(z.object({ name: text, seconds: number })),
  control: z
    .object({
      naive: z.object({ cells: number, found: number }),
      careful: z.object({ cells: number, blamed: number }),
    })
    .nullable(),
  baseline: z.object({
    ...clean.shape,
    isUnsteady: z.boolean(),
    calls: z.array(swept),
    known: z.array(known),
    /** The tests of `--each`; null for one that cannot run alone. */
    tests: z.array(z.object({ label: text, alone: clean.nullable() })),
  }),
})

export type CellList = z.infer<typeof cellListSchema>

/** The list with a sum over it: an edited one would accuse or acquit clients for nothing. */
export function sealedList(list: CellList): CellList & { readonly checksum: string } {
  return { ...list, checksum: checksumOf(list) }
}

function checksumOf(list: object): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('hex').slice(0, 16)
}

/** What a clean run did, without what the list has once. */
export function cleanPart(baseline: CleanBaseline): z.infer<typeof clean> {
  return clean.parse(baseline)
}

/** Reads a list that was made with the same options for the same command. */
export async function readCellList(
  file: string,
  wanted: { readonly command: string; readonly options: string; readonly choice: SweepChoice },
): Promise<CellList> {
  const read = await readNamed(file).catch((cause: unknown) => {
    throw unreadable('list of cells', file, cause)
  })
  const { checksum, ...given } = Object(jsonOf(read)) as { readonly checksum?: unknown }
  const list = cellListSchema.safeParse(given)
  const again = 'make it with sweep --list --json'
  if (!list.success) throw misuse(`${file} is not a list of cells: ${again}`)
  const { command, options, choice, version: made } = list.data
  if (made !== version)
    throw misuse(`${file} was made by Sandgate ${made}, not ${version}: ${again}`)
  if (checksum !== checksumOf(given)) throw misuse(`${file} was changed by hand: ${again}`)
  if (command !== wanted.command) {
    throw misuse(`${file} lists the cells of '${command}', not of '${wanted.command}'`)
  }
  const isSame = options === wanted.options && isDeepStrictEqual(choice, wanted.choice)
  if (!isSame) throw misuse(`${file} was made with other options: give the same as with --list`)
  return list.data
}

/** The baseline of a list, for the command that it was made for. */
export function listedBaseline(words: readonly string[], { baseline }: CellList): CleanBaseline {
  return { ...baseline, words }
}

function jsonOf(read: string): unknown {
  try {
    return JSON.parse(read)
  } catch {
    return undefined
  }
}

import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Baseline } from '../../insight/sweep/baseline.ts'
import type { SweepChoice } from '../../insight/sweep/cell.ts'
import type { SelfCheck } from '../../insight/sweep/sweep-schema.ts'
import { readNamed, unreadable } from '../../runtime/named-file.ts'
import { version } from '../../runtime/version.ts'
import { misuse } from '../cli-error.ts'
import type { ListedTest } from './single-tests.ts'

interface CellListHead {
  readonly command: string
  readonly options: string
  readonly choice: SweepChoice
}

/** What `sweep --list --json` prints: all that shards need in place of their own baseline runs. */
export interface CellList extends CellListHead {
  readonly version: string
  /** Every cell of depth 1; the seconds include those of its recovery. */
  readonly cells: readonly { readonly name: string; readonly seconds: number }[]
  readonly self_check: SelfCheck | null
  readonly baseline: Baseline & {
    /** The tests of `--each`. */
    readonly tests: readonly ListedTest[]
  }
}

/** The list with a sum over it: an edited one would accuse or acquit clients for nothing. */
export function sealedList(list: CellList): CellList & { readonly checksum: string } {
  return { ...list, checksum: checksumOf(list) }
}

function checksumOf(list: object): string {
  return createHash('sha256').update(JSON.stringify(list)).digest('hex').slice(0, 16)
}

/** Reads a list that was made with the same options for the same command. */
export async function readCellList(file: string, wanted: CellListHead): Promise<CellList> {
  const read = await readNamed(file).catch((cause: unknown) => {
    throw unreadable('list of cells', file, cause)
  })
  // The checksum shows that the same version of Sandgate wrote the list, so its shape is right.
  const { checksum, ...list } = jsonOf(read)
  const again = 'make it with sweep --list --json'
  if (checksum === undefined) throw misuse(`${file} is not a list of cells: ${again}`)
  if (list.version !== version) {
    throw misuse(`${file} was made by Sandgate ${list.version}, not ${version}: ${again}`)
  }
  if (checksum !== checksumOf(list)) throw misuse(`${file} was changed by hand: ${again}`)
  const { command, options, choice } = list
  if (command !== wanted.command) {
    throw misuse(`${file} lists the cells of '${command}', not of '${wanted.command}'`)
  }
  const isSame = options === wanted.options && isDeepStrictEqual(choice, wanted.choice)
  if (!isSame) throw misuse(`${file} was made with other options: give the same as with --list`)
  return list
}

function jsonOf(read: string): CellList & { readonly checksum?: string } {
  try {
    return Object(JSON.parse(read))
  } catch {
    return Object({})
  }
}

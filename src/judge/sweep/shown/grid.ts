import { moneyText } from '../../../domain/money.ts'
import { isJobCell } from '../cells/cell.ts'
import { faults, type SweepFault } from '../cells/fault.ts'
import { type CellResult, type ResultTone, resultTraits } from '../cells/result.ts'
import type { CellOutcome, Swept } from '../document/sweep-schema.ts'
import { furtherWarnings, isProof } from './sweep-verdict.ts'

interface GridRow {
  readonly call: string
  /** The name of its test, if it has one, and the operation of the call that met the fault. */
  readonly test: string | undefined
  readonly operation: string | undefined
  readonly reference: string | undefined
  /** Which of the calls it is. */
  readonly place: number
  /** What was paid there: `A-1001` and `AUD 49.95`, as far as they are known. */
  readonly about: readonly string[]
  /** Rows of one kind whose cells are alike may share a line. */
  readonly kind: string
  readonly cells: readonly (GridCell | undefined)[]
}

/** A cell; in a comparison, with another result that it had before. */
export type GridCell = CellOutcome & { readonly was?: CellResult | undefined }

/** What a grid adds to the result of a cell: the config accepts it, or it is safe but has a warning. */
export function noteOn(cell: CellOutcome): 'accepted' | 'warning' | undefined {
  if (cell.accepted !== null) return 'accepted'
  return isProof(cell.result) && furtherWarnings(cell).length > 0 ? 'warning' : undefined
}

/** The tone of a cell: its result's, unless its note says otherwise. */
export function toneOf(cell: CellOutcome): ResultTone {
  const note = noteOn(cell)
  if (note === undefined) return resultTraits[cell.result].tone
  return note === 'accepted' ? 'quiet' : 'odd'
}

/** What a note of warning means; undefined if no cell has one. */
export function warningMeaning(grids: readonly Grid[]): string | undefined {
  const cells = grids.flatMap(({ rows }) => rows.flatMap((row) => row.cells))
  const isNoted = cells.some((cell) => cell !== undefined && noteOn(cell) === 'warning')
  return isNoted ? 'the cell has a warning, which is named below' : undefined
}

/** A table of calls and faults. */
export interface Grid {
  readonly title: string
  readonly isOfRecovery: boolean
  readonly faults: readonly SweepFault[]
  readonly rows: readonly GridRow[]
}

/** The grids, worst first: faults after processing cost money. */
const kinds: readonly {
  readonly title: string
  readonly has: (cell: CellOutcome) => boolean
  readonly isOfRecovery?: true
}[] = [
  { title: 'The command runs more than once', has: isJobCell },
  {
    title: 'Faults after the money moved',
    has: (cell) => cell.at === 'after' && cell.recovery === null && !isJobCell(cell),
  },
  {
    title: 'Faults before anything is processed',
    has: ({ at, recovery }) => at === 'before' && recovery === null,
  },
  {
    title: 'Faults in the recovery too',
    has: ({ recovery }) => recovery !== null,
    isOfRecovery: true,
  },
]

/** The parts of a sweep as tables. */
export function gridsOf({
  cells,
  calls,
}: {
  readonly cells: readonly GridCell[]
  readonly calls: Swept['calls']
}): readonly Grid[] {
  const known = new Map(calls.map((call) => [call.name, call]))
  return kinds.flatMap(({ title, has, isOfRecovery = false }) => {
    const here = cells.filter(has)
    if (here.length === 0) return []
    const used = faults.filter((fault) => here.some((cell) => columnOf(cell) === fault))
    const names = [...new Set(here.map(rowOf))].sort(order.compare)
    const rows = names.map((call) => {
      const own = here.filter((cell) => rowOf(cell) === call)
      const about = own[0] && known.get(own[0].call)
      return {
        call,
        test: about?.label ?? undefined,
        operation: about?.operation,
        reference: about?.reference,
        place: about === undefined ? calls.length : calls.indexOf(about),
        about: about === undefined ? [] : paidAt(about),
        kind: kindOf(own[0], about),
        cells: used.map((fault) => own.find((cell) => columnOf(cell) === fault)),
      }
    })
    return [{ title, isOfRecovery, faults: used, rows }]
  })
}

const order = new Intl.Collator('en', { numeric: true })

function columnOf({ fault, recovery }: CellOutcome): SweepFault {
  return recovery?.fault ?? fault
}

/** `purchase-1`, or `purchase-1/after/reset+search-1`: the name without the fault. */
function rowOf({ call, name, recovery }: CellOutcome): string {
  return recovery === null ? call : name.slice(0, name.lastIndexOf('/'))
}

function paidAt({ reference, amount, currency }: Swept['calls'][number]): readonly string[] {
  const money = amount === undefined || currency === undefined ? '' : moneyText(amount, currency)
  return [reference ?? '', money].filter(Boolean)
}

/** The operation that met the fault, and in the recovery the call that met the second one. */
function kindOf(cell: CellOutcome | undefined, call: Swept['calls'][number] | undefined): string {
  return [call?.operation, cell?.recovery && [cell.fault, cell.at, cell.recovery.call]].join()
}

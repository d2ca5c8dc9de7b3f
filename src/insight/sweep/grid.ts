import { isJobCell } from './cell.ts'
import { faults, type SweepFault } from './fault.ts'
import type { CellOutcome, Swept } from './sweep-schema.ts'

interface GridRow {
  readonly call: string
  readonly cells: readonly (CellOutcome | undefined)[]
}

/** A table of calls and fault faults. */
export interface Grid {
  readonly title: string
  readonly faults: readonly SweepFault[]
  readonly rows: readonly GridRow[]
}

/** The grids, worst first: faults after processing cost money. */
const kinds: readonly { readonly title: string; readonly has: (cell: CellOutcome) => boolean }[] = [
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
  },
]

/** The parts of a sweep as tables. */
export function gridsOf({ cells }: Pick<Swept, 'cells'>): readonly Grid[] {
  return kinds.flatMap(({ title, has }) => {
    const here = cells.filter(has)
    if (here.length === 0) return []
    const used = faults.filter((fault) => here.some((cell) => columnOf(cell) === fault))
    const names = [...new Set(here.map(rowOf))].sort(order.compare)
    const rows = names.map((call) => {
      const own = here.filter((cell) => rowOf(cell) === call)
      return { call, cells: used.map((fault) => own.find((cell) => columnOf(cell) === fault)) }
    })
    return [{ title, faults: used, rows }]
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

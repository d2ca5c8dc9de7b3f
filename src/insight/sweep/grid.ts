import { isJobCell } from './cell.ts'
import { forms, type SweepForm } from './form.ts'
import type { CellOutcome, Swept } from './sweep-schema.ts'

interface GridRow {
  readonly call: string
  readonly cells: readonly (CellOutcome | undefined)[]
}

/** A table of calls and fault forms. */
export interface Grid {
  readonly title: string
  readonly forms: readonly SweepForm[]
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
    const used = forms.filter((form) => here.some((cell) => columnOf(cell) === form))
    const names = [...new Set(here.map(rowOf))].sort(order.compare)
    const rows = names.map((call) => {
      const own = here.filter((cell) => rowOf(cell) === call)
      return { call, cells: used.map((form) => own.find((cell) => columnOf(cell) === form)) }
    })
    return [{ title, forms: used, rows }]
  })
}

const order = new Intl.Collator('en', { numeric: true })

function columnOf({ form, recovery }: CellOutcome): SweepForm {
  return recovery?.form ?? form
}

/** `purchase-1`, or `purchase-1/after/reset+search-1`: the name without the form. */
function rowOf({ call, name, recovery }: CellOutcome): string {
  return recovery === null ? call : name.slice(0, name.lastIndexOf('/'))
}

import { forms, isJobCell, type SweepCell, type SweepForm } from './cell.ts'
import type { CellOutcome, ShownResult, Swept } from './swept.ts'

/** One cell of a grid. */
export interface GridCell {
  readonly result: ShownResult
  readonly outcome: CellOutcome
}

interface GridRow {
  readonly call: string
  readonly cells: readonly (GridCell | undefined)[]
}

/** A table of calls and fault forms. */
export interface Grid {
  readonly title: string
  readonly forms: readonly SweepForm[]
  readonly rows: readonly GridRow[]
}

/** The grids, worst first: faults after processing cost money. */
const kinds: readonly { readonly title: string; readonly has: (cell: SweepCell) => boolean }[] = [
  { title: 'The command runs more than once', has: isJobCell },
  {
    title: 'Faults after the money moved',
    has: (cell) => cell.at === 'after' && cell.recovery === undefined && !isJobCell(cell),
  },
  {
    title: 'Faults before anything is processed',
    has: ({ at, recovery }) => at === 'before' && recovery === undefined,
  },
  {
    title: 'Faults in the recovery too',
    has: ({ recovery }) => recovery !== undefined,
  },
]

/** The parts of a sweep as tables. */
export function gridsOf({ outcomes }: Pick<Swept, 'outcomes'>): readonly Grid[] {
  return kinds.flatMap(({ title, has }) => {
    const here = outcomes.filter(({ cell }) => has(cell))
    if (here.length === 0) return []
    const used = forms.filter((form) => here.some(({ cell }) => columnOf(cell) === form))
    const names = [...new Set(here.map(({ cell }) => rowOf(cell)))].sort(order.compare)
    const rows = names.map((call) => {
      const own = here.filter(({ cell }) => rowOf(cell) === call)
      return { call, cells: used.map((form) => cellIn(own, form)) }
    })
    return [{ title, forms: used, rows }]
  })
}

const order = new Intl.Collator('en', { numeric: true })

function columnOf({ form, recovery }: SweepCell): SweepForm {
  return recovery?.form ?? form
}

/** `purchase-1`, or `purchase-1/after/reset+search-1`: the name without the form. */
function rowOf({ call, name, recovery }: SweepCell): string {
  return recovery === undefined ? call.name : name.slice(0, name.lastIndexOf('/'))
}

function cellIn(own: readonly CellOutcome[], form: SweepForm): GridCell | undefined {
  const outcome = own.find(({ cell }) => columnOf(cell) === form)
  return outcome && { outcome, result: outcome.result ?? 'not run' }
}

const red: readonly ShownResult[] = [
  'DOUBLE CHARGE',
  'DOUBLE REFUND',
  'BOOKS DIFFER',
  'BOOKS FAILED',
]
const grey: readonly ShownResult[] = ['failed safe', 'not reached', 'not run']

/** How a result is coloured. */
export function toneOfResult(result: ShownResult): 'good' | 'quiet' | 'bad' | 'odd' {
  if (result === 'safe') return 'good'
  if (grey.includes(result)) return 'quiet'
  return red.includes(result) ? 'bad' : 'odd'
}

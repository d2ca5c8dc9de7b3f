import type { StepDocument } from '../../payments/payment-document.ts'
import { causeOf } from '../../report/finding-groups.ts'
import { isJobCell } from '../cells/cell.ts'
import { codeOfResult, isBooksError, isShown } from '../cells/result.ts'
import type { CellFinding, CellOutcome, Swept } from '../document/sweep-schema.ts'
import { unsafeCells, worstCellsFirst } from './sweep-verdict.ts'

/** The cells to show: those that fail the sweep, lost sales and duplicates. */
export function reportedCells(swept: Swept): readonly CellOutcome[] {
  const lost = swept.cells.filter(({ result, accepted }) => isShown(result) && accepted === null)
  return [...new Set([...unsafeCells(swept), ...worstCellsFirst(lost)])]
}

/** Cells that the same advice helps; the first stands for all. */
export type AlikeCells = readonly [CellOutcome, ...CellOutcome[]]

/** The cells to show, by result and advice: three causes are three examples, with a picture if one has it. */
export function examplesOf(swept: Swept): readonly AlikeCells[] {
  const groups = new Map<string, [CellOutcome, ...CellOutcome[]]>()
  for (const cell of reportedCells(swept)) {
    const causes = evidenceOf(cell).map(causeOf)
    const key = [cell.result, ...causes].join('\n')
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [cell])
    else if (!isDrawn(group[0]) && isDrawn(cell)) group.unshift(cell)
    else group.push(cell)
  }
  return [...groups.values()]
}

/** Whether there is a payment of which a picture can be drawn. */
export function isDrawn(cell: CellOutcome): boolean {
  return evidenceOf(cell).some(({ steps, evidence = [] }) => steps.length * evidence.length > 0)
}

/** A sweep whose examples alone have the requests that show them. */
export function withoutEvidence(swept: Swept): Swept {
  const shown = new Set(examplesOf(swept).map(([first]) => first))
  const bare = ({ evidence: _evidence, ...finding }: CellFinding): CellFinding => finding
  const cells = swept.cells.map((cell) =>
    shown.has(cell) ? cell : { ...cell, findings: cell.findings.map(bare) },
  )
  return { ...swept, cells }
}

/** The finding on the broken call that shows the result of a cell best, and what is wrong in the books. */
export function evidenceOf(cell: CellOutcome): readonly CellFinding[] {
  const { result, findings } = cell
  const books = findings.filter(isBooksError)
  const about = findings.filter((one) => isJobCell(cell) || isAboutCall(one, cell))
  const own = about.find(({ code }) => code === codeOfResult(result))
  const first = own ?? (result === 'books_differ' ? books[0] : undefined) ?? about[0]
  return [...new Set([...(first ? [first] : []), ...books])]
}

/** Whether a finding is about the payment of the call that met the fault, not about that of another test. */
function isAboutCall({ subject, steps }: CellFinding, { requests: [broken] }: CellOutcome) {
  const { reference, operation } = broken ?? {}
  if (!reference || subject === '') return true
  const names = [subject, ...steps.flatMap(({ order = [] }) => order)]
  return (
    names.some((name) => name.includes(reference)) ||
    steps.some(({ kind, result }) => kind === operation && unclear.includes(result))
  )
}

/** What a step that met a fault may have come to. */
const unclear: readonly StepDocument['result'][] = ['lost', 'failed', 'undecided', 'waiting']

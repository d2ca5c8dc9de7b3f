import { causeOf } from '../../report/finding-groups.ts'
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

/** The cells to show, by result and advice: three causes are three examples. */
export function examplesOf(swept: Swept): readonly AlikeCells[] {
  const groups = new Map<string, [CellOutcome, ...CellOutcome[]]>()
  for (const cell of reportedCells(swept)) {
    const causes = evidenceOf(cell).map(causeOf)
    const key = [cell.result, ...causes].join('\n')
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [cell])
    else group.push(cell)
  }
  return [...groups.values()]
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

/** The finding that shows the result of a cell best, and what is wrong in the books. */
export function evidenceOf({ result, findings }: CellOutcome): readonly CellFinding[] {
  const books = findings.filter(isBooksError)
  const own = findings.find(({ code }) => code === codeOfResult(result))
  const first = own ?? (result === 'books_differ' ? books[0] : undefined) ?? findings[0]
  return [...new Set([...(first ? [first] : []), ...books])]
}

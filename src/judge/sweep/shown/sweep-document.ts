import type { SweepDocument, Swept } from '../document/sweep-schema.ts'
import { examplesOf } from './examples.ts'
import { repeatLine } from './sweep-lines.ts'
import { countsOf, lostSales, sweepVerdict, warningsOf } from './sweep-verdict.ts'

/** A sweep as JSON: with its verdict, and what can be read from the cells. */
export function sweepDocument(swept: Swept): SweepDocument {
  return {
    verdict: sweepVerdict(swept),
    ...swept,
    /** One cell for each distinct advice, and those that it stands for. */
    examples: examplesOf(swept).map(([first, ...others]) => ({
      cell: first.name,
      like: others.map(({ name }) => name),
    })),
    counts: Object.fromEntries(countsOf(swept)),
    sales_lost: lostSales(swept),
    cells: swept.cells.map((cell) => ({
      ...cell,
      warnings: [...new Set(warningsOf(cell).map(({ code }) => code))],
      repeat: repeatLine(swept, cell),
    })),
  }
}

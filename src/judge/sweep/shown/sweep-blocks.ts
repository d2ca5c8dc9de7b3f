import { capitalised, counted, lowerFirst, someOf } from '../../../base/text/counted.ts'
import { type Block, type GridBlock, type Part, paragraph, stripOf } from '../../blocks/block.ts'
import { findingName } from '../../findings/all-findings.ts'
import { findingBlocks, findingPart } from '../../findings/finding-blocks.ts'
import { resultTraits } from '../cells/result.ts'
import { cellRequestTexts } from '../document/cell-request.ts'
import type { CellFinding, CellOutcome, Swept } from '../document/sweep-schema.ts'
import { type AlikeCells, evidenceOf, examplesOf } from './examples.ts'
import { type Grid, gridsOf, noteOn } from './grid.ts'
import {
  acceptedLines,
  baselineLines,
  notesOn,
  repeatLine,
  verdictLine,
  warningLines,
} from './sweep-lines.ts'
import { baselinePayments, countsOf, sweepVerdict } from './sweep-verdict.ts'

/** The parts of a sweep, in their order. */
export function sweepParts(swept: Swept) {
  return {
    verdict: [
      stripOf(sweepVerdict(swept), {
        title: 'Sandgate sweep',
        line: verdictLine(swept),
        notes: [],
      }),
    ],
    baseline: [
      ...baselineLines(swept).map((line) => paragraph(line, { tone: 'bad' })),
      ...baselinePayments(swept).map(baselinePart),
    ],
    grid: gridBlocks(swept),
    warnings: listOf('Warnings', warningLines(swept)),
    accepted: acceptedLines(swept).map((line) => paragraph(line)),
    examples: examplesOf(swept).map((alike) => examplePart(swept, alike)),
    notes: notesOn(swept).map((line) => paragraph(line)),
    notTried: listOf(
      'Not tried',
      swept.not_tried.map(({ what, how }) => `${what} (${how})`),
    ),
  } satisfies Readonly<Record<string, readonly Block[]>>
}

/** A sweep: the verdict, the grid, one example for each distinct advice, and what was not tried. */
export function sweepBlocks(swept: Swept): readonly Block[] {
  return Object.values(sweepParts(swept)).flat()
}

function listOf(title: string, items: readonly string[]): readonly Block[] {
  return items.length === 0 ? [] : [{ kind: 'list', title, items }]
}

function baselinePart(finding: CellFinding): Part {
  return findingPart({ ...finding, place: 'without any fault' })
}

/** The grids; that of the recovery is folded if all is safe there. */
function gridBlocks(swept: Swept): readonly Block[] {
  const grids = gridsOf(swept)
  const isFolded = (grid: Grid) => grid.isOfRecovery && grid.rows.every(isSafeRow)
  const folded = grids.filter(isFolded)
  const shown = grids.filter((grid) => !folded.includes(grid))
  const counts = countsOf(swept)
  const open: GridBlock = { kind: 'grid', grids: shown, counts }
  return [
    ...(shown.length === 0 ? [] : [open]),
    ...folded.map((grid): Block => {
      const cells = grid.rows.flatMap((row) => row.cells.filter((cell) => cell !== undefined))
      const summary = `${grid.title}: ${counted(cells.length, 'cell')}, all safe`
      return {
        kind: 'fold',
        summary,
        line: summary,
        blocks: [{ kind: 'grid', grids: [grid], counts: [] }],
      }
    }),
  ]
}

function isSafeRow({ cells }: Grid['rows'][number]): boolean {
  return cells.every(
    (cell) => cell === undefined || (cell.result === 'safe' && noteOn(cell) === undefined),
  )
}

/** One cell, and the names of those that the same advice helps. */
function examplePart(swept: Swept, [first, ...others]: AlikeCells): Part {
  const part = cellPart(swept, first)
  if (others.length === 0) return part
  const names = someOf(others.map(({ name }) => name))
  const same = paragraph(`The same in ${counted(others.length, 'more cell')}: ${names}`)
  return { ...part, blocks: [...part.blocks, same], counts: [1 + others.length, 'more cell'] }
}

/** What happened in a cell. */
export function cellPart(swept: Swept, cell: CellOutcome): Part {
  const { name, result, accepted, findings, requests } = cell
  const { tone, one } = resultTraits[result]
  const shown = evidenceOf(cell)
  const further = new Set(findings.filter((one) => !shown.includes(one)).map(({ code }) => code))
  const head = {
    kind: 'heading',
    id: cellAnchor(cell),
    title: `${capitalised(one)}${accepted === null ? '' : ' (accepted)'}`,
    result,
    tone: tone === 'odd' ? 'warn' : tone,
    about: name,
  } as const
  const hasSteps = shown.some(({ steps }) => steps.length > 0)
  return {
    kind: 'part',
    look: 'cell',
    head,
    blocks: [
      { ...head, id: undefined },
      ...findingBlocks(shown),
      ...(further.size === 0
        ? []
        : [paragraph(`Also found: ${lowerFirst(findingName(...further))}.`, { tone: 'quiet' })]),
      ...(hasSteps || requests.length === 0 ? [] : [requestTable(requests)]),
      { kind: 'code', label: 'Repeat it', text: repeatLine(swept, cell) },
    ],
    counts: [1, 'more cell'],
  }
}

function requestTable(requests: CellOutcome['requests']): Block {
  return {
    kind: 'table',
    isHeadless: true,
    columns: [
      { title: 'request', look: 'name' },
      { title: 'about', look: 'reference' },
      { title: 'response', look: 'sentence' },
    ],
    rows: requests.map(cellRequestTexts),
    one: 'request',
  }
}

/** Where a page shows a cell. */
export function cellAnchor({ name }: Pick<CellOutcome, 'name'>): string {
  return `cell-${name.replaceAll(/[^\w-]/g, '_')}`
}

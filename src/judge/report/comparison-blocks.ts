import { counted, someOf } from '../../base/text/counted.ts'
import {
  type Block,
  type BlockTable,
  type Heading,
  type Part,
  paragraph,
  type Words,
} from '../blocks/block.ts'
import { severities } from '../findings/finding.ts'
import { severityTone } from '../findings/finding-blocks.ts'
import type { Swept } from '../sweep/document/sweep-schema.ts'
import { gridsOf } from '../sweep/shown/grid.ts'
import { countsOf } from '../sweep/shown/sweep-verdict.ts'
import type { ComparedItem, Comparison, MadeHow } from './comparison.ts'
import { dateInWords, shortCommit } from './ran-text.ts'

const parts = [
  ['new', 'New'],
  ['gone', 'Gone'],
  ['not_tried', 'Not tried again, so they may still be there'],
  ['same', 'Still there'],
] as const

/** What is new, gone and the same between two reports or sweeps, what is new first. */
export function comparisonBlocks(
  compared: Comparison,
  grid: readonly Block[] = [],
): readonly Block[] {
  const { headline, proved, unproved, items, old, new: later, recovery, not_compared } = compared
  const worst = severities.find((one) => items.new.some(({ severity }) => severity === one))
  const newTone = worst && severityTone(worst)
  // What is still wrong is no success, although nothing of it is new.
  const isOpen = unproved !== null || later.verdict === 'unsafe' || later.verdict === 'warnings'
  return [
    {
      kind: 'strip',
      tone: newTone === 'bad' ? 'bad' : newTone === 'warn' || isOpen ? 'warn' : 'good',
      title: `Compared with the earlier ${compared.kind}`,
      line: headline,
      notes: [proved, unproved].flatMap((text) => (text === null ? [] : [`${text}.`])),
      sides: [
        { label: 'Before', about: madeText(old), line: old.headline },
        { label: 'Now', about: madeText(later), line: later.headline },
      ],
    },
    ...grid,
    ...parts.flatMap(([name, words]): readonly Block[] => {
      const all = items[name]
      if (all.length === 0) return []
      const title = `${words}: ${all.length}`
      // The grid shows what they are now.
      if (grid.length > 0 && (name === 'gone' || name === 'not_tried')) {
        return [paragraph(`${title}: ${someOf(all.map(({ where }) => where))}`)]
      }
      const tone = name === 'new' ? newTone : 'strong'
      return [partOf(all, { kind: 'heading', id: name.replace('_', '-'), title, tone })]
    }),
    ...(recovery === null ? [] : [paragraph(recovery)]),
    ...(not_compared === 0
      ? []
      : [
          paragraph(
            `Not compared: ${counted(not_compared, 'finding')} that the reports did not keep.`,
          ),
        ]),
  ]
}

/** `(1a2b3c4d5e, 2026-11-16T10:11:45Z, npm test)`, as far as it is known. */
function madeText({ commit, date, command }: MadeHow): string {
  const known = [commit && shortCommit(commit), date && dateInWords(date), command].filter(Boolean)
  return known.length === 0 ? '' : `(${known.join(', ')})`
}

/** The grid of the later sweep, in which cells that changed have their earlier result too. */
export function comparedGrid(old: Swept, later: Swept): readonly Block[] {
  const before = new Map(old.cells.map(({ name, result }) => [name, result]))
  const cells = later.cells.map((cell) => {
    const was = before.get(cell.name)
    return { ...cell, was: was === cell.result ? undefined : was }
  })
  const grids = gridsOf({ cells, calls: later.calls })
  return grids.length === 0
    ? []
    : [{ kind: 'grid', grids, counts: countsOf(later), isLinked: false }]
}

function partOf(items: readonly ComparedItem[], heading: Heading): Part {
  const isNoted = items.some(({ note }) => note !== undefined)
  const table: BlockTable = {
    kind: 'table',
    isHeadless: true,
    columns: [
      { title: 'severity', look: 'short' },
      { title: 'what', look: 'name' },
      { title: 'where', look: 'sentence' },
      ...(isNoted ? [{ title: 'note', look: 'sentence' } as const] : []),
    ],
    rows: items.map((item) => [...itemRow(item), ...(isNoted ? [noteCell(item)] : [])]),
    one: 'item',
  }
  return {
    kind: 'part',
    look: 'section',
    head: heading,
    blocks: [heading, table],
    counts: [items.length, 'more item'],
  }
}

function itemRow({ severity, what, where }: ComparedItem): readonly Words[] {
  return [{ text: severity, isLoud: true, tone: severityTone(severity) }, what, where]
}

function noteCell({ note = '' }: ComparedItem): Words {
  return { text: note, isAside: true, tone: 'quiet' }
}

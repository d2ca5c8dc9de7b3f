import {
  type Block,
  type BlockTable,
  type BlockTone,
  type Part,
  paragraph,
  type Words,
} from '../blocks/block.ts'
import { counted } from '../counted.ts'
import { severityTone } from '../findings/finding-blocks.ts'
import type { ComparedItem, Comparison } from './comparison.ts'

const parts = [
  ['new', 'New'],
  ['gone', 'Gone'],
  ['not_tried', 'Not tried again, so it may still be there'],
  ['same', 'The same as before'],
] as const

/** What is new, gone and the same between two reports or sweeps, what is new first. */
export function comparisonBlocks(compared: Comparison): readonly Block[] {
  const { headline, items, old, new: later, not_compared } = compared
  const isWorse = items.new.some(({ severity }) => severity === 'error')
  return [
    {
      kind: 'strip',
      tone: isWorse ? 'bad' : 'good',
      title: `Compared with the earlier ${compared.kind}`,
      line: headline,
      notes: [`Before: ${old.headline}`, `Now:    ${later.headline}`],
    },
    ...parts.flatMap(([name, words]) => {
      const all = items[name]
      if (all.length === 0) return []
      return [partOf(all, `${words}: ${all.length}`, name === 'new' ? 'bad' : 'strong')]
    }),
    ...(not_compared === 0
      ? []
      : [
          paragraph(
            `Not compared: ${counted(not_compared, 'finding')} that the reports did not keep.`,
          ),
        ]),
  ]
}

function partOf(items: readonly ComparedItem[], title: string, tone: BlockTone): Part {
  const heading = { kind: 'heading', title, tone } as const
  const table: BlockTable = {
    kind: 'table',
    isHeadless: true,
    columns: [
      { title: 'severity', look: 'short' },
      { title: 'what', look: 'name' },
      { title: 'where', look: 'sentence' },
      { title: 'note', look: 'sentence' },
    ],
    rows: items.map(itemRow),
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

function itemRow({ severity, what, where, note = '' }: ComparedItem): readonly Words[] {
  return [
    { text: severity, sign: severity.toUpperCase(), tone: severityTone(severity) },
    what,
    where,
    { text: note, sign: note && `(${note})`, tone: 'quiet' },
  ]
}

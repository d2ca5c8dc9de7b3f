import { capitalised, counted, numberText } from '../../base/text/counted.ts'
import type { BlockTable, ColumnLook } from '../../judge/blocks/block.ts'
import { type Column, Table } from '../parts/table.tsx'
import { WordsView } from './words-view.tsx'

const columnLooks: Readonly<Record<ColumnLook, string>> = {
  name: 'own-line',
  reference: 'reference own-line',
  sentence: 'sentence own-line',
  amounts: 'long named',
  'other amounts': 'long named unlike',
  short: 'named',
  number: 'number',
}

/** Rows that are shown at once, where there may be many; the others are folded. */
const AT_ONCE = 20

export function TableView({
  table: { columns, rows, one, sum, dropped = 0 },
}: {
  table: BlockTable
}) {
  const shown = one === undefined ? rows : rows.slice(0, AT_ONCE)
  const more = rows.slice(shown.length)
  const drawn = (some: BlockTable['rows']) => (
    <Table
      rows={some}
      columns={columns.map(({ title, look }, i): Column<BlockTable['rows'][number]> => {
        const cell = (row: BlockTable['rows'][number]) => <WordsView words={row[i] ?? ''} isCell />
        return look === undefined
          ? [capitalised(title), cell]
          : [capitalised(title), cell, columnLooks[look]]
      })}
      isFocusable
    />
  )
  return (
    <>
      {sum !== undefined && (
        <p>
          <WordsView words={sum} />
        </p>
      )}
      {drawn(shown)}
      {more.length > 0 && (
        <details class="fold">
          <summary>{counted(more.length, `more ${one}`)}</summary>
          {drawn(more)}
        </details>
      )}
      {dropped > 0 && <p class="soft">{numberText(dropped)} more, not kept.</p>}
    </>
  )
}

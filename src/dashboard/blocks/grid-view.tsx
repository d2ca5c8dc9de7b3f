import { capitalised } from '../../base/text/counted.ts'
import type { GridBlock } from '../../judge/blocks/block.ts'
import { faults, faultTraits, type SweepFault } from '../../judge/sweep/cells/fault.ts'
import { type CellResult, resultTraits } from '../../judge/sweep/cells/result.ts'
import type { CellOutcome } from '../../judge/sweep/document/sweep-schema.ts'
import { type Grid, noteOn, toneOf, warningMeaning } from '../../judge/sweep/shown/grid.ts'
import { cellAnchor } from '../../judge/sweep/shown/sweep-blocks.ts'
import { FactList, type ShownFact } from '../parts/table.tsx'
import { Unbroken } from '../parts/text.tsx'
import { groupedBy } from '../words/numbers.ts'

/** The results of a sweep as a heat map, and what its words mean. */
export function GridView({ grid: { grids, counts, isLinked = true } }: { grid: GridBlock }) {
  if (grids.length === 0) return null
  return (
    <>
      <HeatMap grids={grids} isLinked={isLinked} />
      {isLinked && counts.length > 0 && <Legend counts={counts} grids={grids} />}
    </>
  )
}

/** One table, so that the columns of all its parts are aligned. */
function HeatMap({ grids, isLinked }: { grids: readonly Grid[]; isLinked: boolean }) {
  const used = faults.filter((fault) => grids.some((grid) => grid.faults.includes(fault)))
  return (
    <div class="scroll" tabindex={0} id={isLinked ? 'grid' : undefined}>
      <table class="heat">
        <thead>
          <tr>
            {['Call', ...used].map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        {grids.map((grid) => (
          <tbody>
            <tr>
              <th class="part" scope="rowgroup" colspan={used.length + 1}>
                {grid.title}
              </th>
            </tr>
            {rowsOf(grid, used).map(({ calls, abouts, cells }) => (
              <tr>
                <th scope="row">
                  <span class="mono">
                    <CallNames text={someText(calls)} />
                  </span>
                  {abouts.length > 0 && (
                    <div class="soft">
                      <Abouts text={someText(abouts)} />
                    </div>
                  )}
                </th>
                {cells.map((cell, i) => (
                  <HeatCell cell={cell} fault={used[i]} isLinked={isLinked} />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** Longer parts of a name have no room in one line. */
const MOST_TIGHT = 20

/** Names that are broken between their parts, not inside them: `purchase-1/after/reset+retry-1/after`. */
function CallNames({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?<=[/+ ])/).map((part) => (
        <>
          <wbr />
          {part.length > MOST_TIGHT ? part : <span class="tight">{part}</span>}
        </>
      ))}
    </>
  )
}

/** A reference or a sum as long as this has room in the narrowest column. */
const MOST_TIGHT_ABOUT = 16

/** Orders that are broken between references and sums, not inside them: `A-1001, AUD 49.95, A-1002, AUD 120.00`. */
function Abouts({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?<=, )/).map((part) => (
        <>
          <wbr />
          {part.length > MOST_TIGHT_ABOUT ? (
            <Unbroken text={part} />
          ) : (
            <span class="tight">{part}</span>
          )}
        </>
      ))}
    </>
  )
}

/** The calls whose cells all have the same results share a row. */
function rowsOf({ faults: own, rows }: Grid, used: readonly SweepFault[]) {
  const wide = rows.map(({ call, about, cells, kind }) => ({
    ...{ call, about, kind },
    cells: used.map((fault) => cells[own.indexOf(fault)]),
  }))
  const resultsOf = ({ kind, cells }: (typeof wide)[number]) =>
    [
      kind,
      ...cells.map((cell) => cell && [cell.result, noteOn(cell), cell.change].join(' ')),
    ].join()
  return groupedBy(wide, resultsOf).map(([, alike]) => ({
    calls: alike.map(({ call }) => call),
    abouts: [...new Set(alike.flatMap(({ about }) => about.join(', ') || []))],
    cells: alike[0]?.cells ?? [],
  }))
}

/** `purchase-1, purchase-2, purchase-3 and 97 more` */
function someText(texts: readonly string[]): string {
  const more = texts.length - MOST_CALLS
  return `${texts.slice(0, MOST_CALLS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const MOST_CALLS = 3

type HeatProps = {
  cell: Grid['rows'][number]['cells'][number]
  fault: string | undefined
  isLinked: boolean
}

function HeatCell({ cell, fault, isLinked }: HeatProps) {
  if (cell === undefined) return <td />
  const { result, change } = cell
  const note = noteOn(cell)
  const words = `${resultWords(result)}${note === undefined ? '' : ` (${note})`}`
  return (
    <td class={`heat-${toneOf(cell)}${change === undefined ? '' : ' changed'}`} data-label={fault}>
      {isLinked ? (
        <a href={`#${cellAnchor(cell)}`}>{words}</a>
      ) : (
        <span title={change}>{words}</span>
      )}
    </td>
  )
}

/** `Double charge`: a terminal shows it in capitals. */
function resultWords(result: CellResult): string {
  return capitalised(resultTraits[result].one)
}

/** What the faults and the results mean, as far as the grid has them. */
function Legend({
  counts,
  grids,
}: GridBlock | { counts: GridBlock['counts']; grids: readonly Grid[] }) {
  const cells = grids.flatMap(({ rows }) => rows.flatMap((row) => row.cells))
  const used = new Set(cells.flatMap((cell) => cell && faultsOf(cell)))
  const warning = warningMeaning(grids)
  return (
    <section class="panel legend-of-grid" aria-label="What the grid shows" id="legend">
      <FactList
        class="results"
        facts={[
          ...counts.map(
            ([result, count]): ShownFact => [
              <span class={`heat-${resultTraits[result].tone}`}>
                {resultWords(result)} {count}
              </span>,
              <Unbroken text={resultTraits[result].means} />,
            ],
          ),
          warning !== undefined && [<span class="heat-odd">Warning</span>, warning],
        ]}
      />
      <FactList
        class="faults"
        facts={faults.map((fault) => used.has(fault) && [fault, faultTraits[fault].sees])}
      />
      <p class="soft">
        First what each result means, then what your client gets with each fault. Each cell is a
        link to what happened there.
      </p>
    </section>
  )
}

function faultsOf({ fault, recovery }: CellOutcome): readonly SweepFault[] {
  return recovery === null ? [fault] : [fault, recovery.fault]
}

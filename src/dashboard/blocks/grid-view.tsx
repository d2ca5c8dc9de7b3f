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

/** The results of a sweep as a heat map of letters, and what they mean. */
export function GridView({ grid: { grids, counts, isLinked = true } }: { grid: GridBlock }) {
  const phases = grids.filter(({ isOfRecovery }) => !isOfRecovery)
  const recoveries = grids.filter(({ isOfRecovery }) => isOfRecovery)
  const maps = [phases, ...recoveries.map((grid) => [grid])].filter((map) => map.length > 0)
  const hasLegend = isLinked && counts.length > 0
  return (
    <>
      {maps.map((map, i) => (
        <HeatMap grids={map} isLinked={isLinked} id={hasLegend && i === 0 ? 'grid' : undefined} />
      ))}
      {hasLegend && <Legend counts={counts} grids={grids} />}
    </>
  )
}

interface MapProps {
  readonly grids: readonly Grid[]
  readonly isLinked: boolean
  readonly id: string | undefined
}

/** One table: each call is one row, whatever moments it was broken at. */
function HeatMap({ grids, isLinked, id }: MapProps) {
  const columns = grids.flatMap(({ title, faults: own }) =>
    own.map((fault, i) => ({ title, fault, isFirst: i === 0 })),
  )
  const tests = groupedBy(rowsOf(grids), ({ test }) => test ?? '')
  return (
    <div class="scroll" tabindex={0} id={id}>
      <table class="heat">
        <thead>
          <tr>
            <td colspan={2} />
            {grids.map(({ title, faults: own }) => (
              <th class="first" scope="colgroup" colspan={own.length}>
                {title}
              </th>
            ))}
          </tr>
          <tr>
            <th scope="col">Call</th>
            <td />
            {columns.map(({ fault, isFirst }) => (
              <th class={isFirst ? 'first' : undefined} scope="col">
                {fault}
              </th>
            ))}
          </tr>
        </thead>
        {tests.map(([test, rows]) => (
          <tbody>
            {test !== '' && (
              <tr>
                <th class="part" scope="rowgroup" colspan={columns.length + 2}>
                  <Unbroken text={test} />
                </th>
              </tr>
            )}
            {rows.map(({ names, sums, cells }) => (
              <tr>
                <th scope="row">
                  <CallNames text={someText(names)} />
                </th>
                <td class="sum soft">
                  <Abouts text={someText(sums)} />
                </td>
                {cells.map((cell, i) => (
                  <HeatCell cell={cell} {...columns[i]} isLinked={isLinked} />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** `purchase A-1001`; without a reference, or in the recovery, the name of the call. */
function nameOf({ call, operation, reference, isOfRecovery }: NamedRow): string {
  if (operation === undefined || reference === undefined || isOfRecovery) return call
  return `${operation.replaceAll('_', ' ')} ${reference}`
}

type NamedRow = Grid['rows'][number] & Pick<Grid, 'isOfRecovery'>

/** Longer parts of a name have no room in one line. */
const MOST_TIGHT = 20

/** Names that are broken between their parts, not inside them: `purchase-1/after/reset+retry-1/after`. */
function CallNames({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?<=[/+ ])/).map((part, i) => (
        <>
          {i > 0 && <wbr />}
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

/** More rows than this are not told apart by their tests. */
const MOST_ROWS = 30

/** The calls whose cells all have the same results share a row. */
function rowsOf(grids: readonly Grid[]) {
  const named = grids.flatMap(({ isOfRecovery, rows }) =>
    rows.map((row) => ({ ...row, isOfRecovery })),
  )
  const known = new Map(named.map((row) => [row.call, row]))
  const inOrder = [...known.values()].sort((one, other) => one.place - other.place)
  const wide = inOrder.map((row) => ({
    ...row,
    name: nameOf(row),
    sum: row.about.at(row.reference === undefined ? 0 : 1) ?? '',
    cells: grids.flatMap(({ faults: own, rows }) => {
      const cells = rows.find(({ call }) => call === row.call)?.cells ?? []
      return own.map((_, i) => cells[i])
    }),
  }))
  const isMany = wide.length > MOST_ROWS
  const resultsOf = ({ kind, test, cells }: (typeof wide)[number]) =>
    [
      kind,
      isMany ? '' : test,
      ...cells.map((cell) => cell && [cell.result, noteOn(cell), cell.change].join(' ')),
    ].join()
  return groupedBy(wide, resultsOf).map(([, alike]) => ({
    test: isMany ? undefined : alike[0]?.test,
    names: alike.map(({ name }) => name),
    sums: [...new Set(alike.flatMap(({ sum }) => sum || []))],
    cells: alike[0]?.cells ?? [],
  }))
}

/** `purchase-1, purchase-2, purchase-3 and 97 more` */
function someText(texts: readonly string[]): string {
  const more = texts.length - MOST_CALLS
  return `${texts.slice(0, MOST_CALLS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const MOST_CALLS = 3

interface HeatProps {
  readonly cell: Grid['rows'][number]['cells'][number]
  readonly title?: string
  readonly fault?: string
  readonly isFirst?: boolean
  readonly isLinked: boolean
}

function HeatCell({ cell, fault, isFirst = false, isLinked }: HeatProps) {
  const gap = isFirst ? 'first' : undefined
  if (cell === undefined) return <td class={gap} />
  const { result, change } = cell
  const note = noteOn(cell)
  const { mark } = resultTraits[result]
  const words = `${resultWords(result)}${note === undefined ? '' : ` (${note})`}`
  const look = {
    class: `tile-of-heat ${tileClass(cell)}${change === undefined ? '' : ' changed'}`,
    title: change === undefined ? words : `${words}, ${change}`,
    'aria-label': words,
  }
  return (
    <td class={gap} data-label={cell.at === 'before' ? `before ${fault}` : fault}>
      {isLinked ? (
        <a href={`#${cellAnchor(cell)}`} {...look}>
          {mark}
        </a>
      ) : (
        <span role="img" {...look}>
          {mark}
        </span>
      )}
    </td>
  )
}

/** Money that moved twice is filled, not only outlined. */
function tileClass(cell: CellOutcome): string {
  const note = noteOn(cell)
  if (note === 'warning') return 'heat-good warned'
  return `heat-${toneOf(cell)}${note === undefined && isFilled(cell.result) ? ' filled' : ''}`
}

function isFilled(result: CellResult): boolean {
  return resultTraits[result].tone === 'bad' && result !== 'unresolved'
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
              <>
                <span
                  class={`tile-of-heat heat-${resultTraits[result].tone}${isFilled(result) ? ' filled' : ''}`}
                  aria-hidden="true"
                >
                  {resultTraits[result].mark}
                </span>{' '}
                {resultWords(result)} {count}
              </>,
              <Unbroken text={resultTraits[result].means} />,
            ],
          ),
          warning !== undefined && [
            <>
              <span class="tile-of-heat heat-good warned" aria-hidden="true">
                {resultTraits.safe.mark}
              </span>{' '}
              Warning
            </>,
            warning,
          ],
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

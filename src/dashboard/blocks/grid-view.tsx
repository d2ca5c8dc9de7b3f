import { capitalised, counted } from '../../base/text/counted.ts'
import type { GridBlock } from '../../judge/blocks/block.ts'
import { faults, faultTraits, type SweepFault } from '../../judge/sweep/cells/fault.ts'
import { type CellResult, resultTraits } from '../../judge/sweep/cells/result.ts'
import { sweptOperations } from '../../judge/sweep/cells/swept-operation.ts'
import type { CellOutcome } from '../../judge/sweep/document/sweep-schema.ts'
import { type Grid, noteOn, toneOf, warningMeaning } from '../../judge/sweep/shown/grid.ts'
import { cellAnchor } from '../../judge/sweep/shown/sweep-blocks.ts'
import { FactList, type ShownFact } from '../parts/table.tsx'
import { Unbroken } from '../parts/text.tsx'
import { groupedBy } from '../words/values.ts'

/** The results of a sweep as a heat map of letters, with how many there are of each. */
export function GridView({ grid }: { grid: GridBlock }) {
  const { grids, counts, isLinked = true } = grid
  const phases = grids.filter(({ isOfRecovery }) => !isOfRecovery)
  const recoveries = grids.filter(({ isOfRecovery }) => isOfRecovery)
  const maps = [phases, ...recoveries.map((one) => [one])].filter((map) => map.length > 0)
  const isWhole = counts.length > 0
  return (
    <section class="panel stack" aria-label="Grid" id={isWhole ? 'grid' : undefined}>
      {maps.map((map) => (
        <HeatMap grids={map} isLinked={isLinked} />
      ))}
      {isWhole && <Counts grid={grid} />}
      {isWhole && isLinked && <Meanings grid={grid} />}
    </section>
  )
}

interface MapProps {
  readonly grids: readonly Grid[]
  readonly isLinked: boolean
}

/** One table: each call is one row, whatever moments it was broken at. */
function HeatMap({ grids, isLinked }: MapProps) {
  const columns = grids.flatMap(({ faults: own }) =>
    own.map((fault, i) => ({ fault, isFirst: i === 0 })),
  )
  const tests = groupedBy(rowsOf(grids), ({ test }) => test ?? '')
  return (
    <div class="scroll" tabindex={0}>
      <table class="heat">
        <thead>
          <tr>
            <td colspan={2} />
            {grids.map(({ title, faults: own }) => (
              <th
                class="first"
                scope="colgroup"
                colspan={own.length}
                style={`flex-grow:${own.length}`}
              >
                {capitalised(title.replace('Faults ', ''))}
              </th>
            ))}
          </tr>
          <tr>
            <td colspan={2} />
            {columns.map(({ fault, isFirst }) => (
              <th class={isFirst ? 'first' : undefined} scope="col">
                <FaultName fault={fault} />
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

/** Where columns are narrow, the end of a long name is left out. */
function FaultName({ fault }: { fault: SweepFault }) {
  const { short = fault } = faultTraits[fault]
  return (
    <>
      {short}
      <span class="rest">{fault.slice(short.length)}</span>
    </>
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
  const places = new Map<string | undefined, number>()
  for (const { test, place } of known.values()) {
    places.set(test, Math.min(place, places.get(test) ?? place))
  }
  const inOrder = [...known.values()].sort(
    (one, other) =>
      (places.get(one.test) ?? 0) - (places.get(other.test) ?? 0) ||
      stageOf(one) - stageOf(other) ||
      one.place - other.place,
  )
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
      ...cells.map((cell) => cell && [cell.result, noteOn(cell), cell.was].join(' ')),
    ].join()
  return groupedBy(wide, resultsOf).map(([, alike]) => ({
    test: isMany ? undefined : alike[0]?.test,
    names: alike.map(({ name }) => name),
    sums: [...new Set(alike.flatMap(({ sum }) => sum || []))],
    cells: alike[0]?.cells ?? [],
  }))
}

/** A hold comes before its completion, and a purchase before its refund. */
function stageOf({ operation }: Grid['rows'][number]): number {
  const order: readonly string[] = sweptOperations
  return order.indexOf(operation ?? '')
}

/** `purchase-1, purchase-2, purchase-3 and 97 more` */
function someText(texts: readonly string[]): string {
  const more = texts.length - MOST_CALLS
  return `${texts.slice(0, MOST_CALLS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const MOST_CALLS = 3

interface HeatProps {
  readonly cell: Grid['rows'][number]['cells'][number]
  readonly fault?: string
  readonly isFirst?: boolean
  readonly isLinked: boolean
}

function HeatCell({ cell, fault, isFirst = false, isLinked }: HeatProps) {
  const gap = isFirst ? 'first' : undefined
  if (cell === undefined) return <td class={gap} />
  const { result, was } = cell
  const note = noteOn(cell)
  const now = `${resultWords(result)}${note === undefined ? '' : ` (${note})`}`
  const words = was === undefined ? now : `${now}, was ${resultTraits[was].one}`
  const look = { title: `${fault}: ${words}`, 'aria-label': words }
  const tile = `tile-of-heat ${tileClass(cell)}`
  const { mark } = resultTraits[result]
  return (
    <td class={gap}>
      {isLinked ? (
        <a class={tile} href={`#${cellAnchor(cell)}`} {...look}>
          {mark}
        </a>
      ) : (
        <span class="was-now" role="img" {...look}>
          {was !== undefined && <ResultTile result={was} />}
          <span class={tile}>{mark}</span>
        </span>
      )}
    </td>
  )
}

/** Money that moved twice is filled, not only outlined. */
function tileClass(cell: CellOutcome): string {
  const note = noteOn(cell)
  if (note === 'warning') return 'heat-good warned'
  return note === undefined ? lookOf(cell.result) : `heat-${toneOf(cell)}`
}

function lookOf(result: CellResult): string {
  const { tone } = resultTraits[result]
  return tone === 'bad' && result !== 'unresolved' ? 'heat-bad filled' : `heat-${tone}`
}

function ResultTile({ result }: { result: CellResult }) {
  return (
    <span class={`tile-of-heat ${lookOf(result)}`} aria-hidden="true">
      {resultTraits[result].mark}
    </span>
  )
}

/** `Double charge`: a terminal shows it in capitals. */
function resultWords(result: CellResult): string {
  return capitalised(resultTraits[result].one)
}

/** How often each letter is in the grid. */
function Counts({ grid: { counts } }: { grid: GridBlock }) {
  return (
    <p class="counts">
      {counts.map(([result, count]) => (
        <span>
          <ResultTile result={result} />{' '}
          {counted(count, resultTraits[result].one, resultTraits[result].many)}
        </span>
      ))}
    </p>
  )
}

/** What the results and the faults mean, as far as the grid has them. */
function Meanings({ grid: { counts, grids } }: { grid: GridBlock }) {
  const cells = grids.flatMap(({ rows }) => rows.flatMap((row) => row.cells))
  const used = new Set(cells.flatMap((cell) => cell && faultsOf(cell)))
  const warning = warningMeaning(grids)
  return (
    <details class="fold legend-of-grid" id="legend">
      <summary>What the letters and faults mean</summary>
      <FactList
        facts={[
          ...counts.map(
            ([result]): ShownFact => [
              resultWords(result),
              <Unbroken text={resultTraits[result].means} />,
            ],
          ),
          warning !== undefined && ['✓•', warning],
        ]}
      />
      <FactList
        facts={faults.map((fault) => used.has(fault) && [fault, faultTraits[fault].sees])}
      />
    </details>
  )
}

function faultsOf({ fault, recovery }: CellOutcome): readonly SweepFault[] {
  return recovery === null ? [fault] : [fault, recovery.fault]
}

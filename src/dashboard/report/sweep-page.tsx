import type { PropsWithChildren } from 'hono/jsx'
import { capitalised, lowerFirst, secondsText } from '../../insight/counted.ts'
import { findingName } from '../../insight/findings/all-findings.ts'
import { faults, faultTraits } from '../../insight/sweep/fault.ts'
import { type Grid, gridsOf } from '../../insight/sweep/grid.ts'
import { resultTraits } from '../../insight/sweep/result.ts'
import type { CellOutcome, Swept } from '../../insight/sweep/sweep-schema.ts'
import {
  acceptedLines,
  baselineLines,
  baselineStories,
  countsOf,
  evidenceOf,
  meanings,
  notTriedLine,
  repeatLine,
  reportedCells,
  selfCheckLine,
  sweepVerdict,
  verdictLine,
  warningLines,
} from '../../insight/sweep/swept.ts'
import { Strip } from '../parts/mark.tsx'
import { Facts, Table } from '../parts/table.tsx'
import { Unbroken } from '../parts/text.tsx'
import { groupedBy } from '../words/numbers.ts'
import { tookText } from '../words/time.ts'
import { Glossary, HowToRead } from './for-strangers.tsx'
import { RunFacts, type RunLine, wholePage } from './whole-page.tsx'

const tones = {
  unsafe: 'bad',
  safe: 'good',
  untested: 'warn',
  warnings: 'warn',
} as const

/** A sweep as one page: the grid as a heat map, then one story of each kind. */
export function sweepPage(swept: Swept, facts: readonly RunLine[] = []): string {
  const line = verdictLine(swept)
  const alike = groupedBy(reportedCells(swept), kindIn(swept)).map(([, group]) => group)
  const told = new Set(alike.map(([first]) => first))
  const others = swept.cells.filter((cell) => !told.has(cell))
  // What the legend does not say.
  const further = meanings(swept, { hasLegend: true })
  return wholePage(
    line,
    <div class="sweep stack">
      <h1>Sandgate sweep</h1>
      <Strip tone={tones[sweepVerdict(swept)]}>
        <p>
          <Unbroken text={line} />
        </p>
        {baselineLines(swept).map((text) => (
          <p>{text}</p>
        ))}
      </Strip>
      <HowToRead kind="sweep" />
      <RunFacts
        title="The sweep"
        facts={[
          ...facts,
          ['Command', <code>{swept.command}</code>],
          ['Version', swept.version],
          ['A baseline run', secondsText(swept.baseline.ms)],
        ]}
      />
      {baselineStories(swept).map(({ code, text }) => (
        <article class="panel cell-story told">
          <h3>
            {findingName(code)} <small>without any fault</small>
          </h3>
          <StoryText text={text} />
        </article>
      ))}
      <HeatMap grids={gridsOf(swept)} />
      <Legend swept={swept} />
      {warningLines(swept).length > 0 && (
        <section class="stack">
          <h2>Warnings</h2>
          <ul>
            {warningLines(swept).map((line) => (
              <li>{line}</li>
            ))}
          </ul>
        </section>
      )}
      {[...acceptedLines(swept), ...further, ...selfCheckLine(swept), ...notTriedLine(swept)].map(
        (text) => (
          <p>{text}</p>
        ),
      )}
      {alike.length > 0 && <h2>What happened, once for each kind</h2>}
      {alike.map((group) => (
        <Kind group={group} swept={swept} />
      ))}
      {others.map((cell) => (
        <CellStory cell={cell} swept={swept} />
      ))}
      <Glossary kind="sweep" />
    </div>,
  )
}

/** Cells of one operation with the same result behave alike. */
function kindIn({ calls }: Swept): (cell: CellOutcome) => string {
  const operations = new Map(calls.map(({ name, operation }) => [name, operation]))
  return ({ result, call }) => `${result} ${operations.get(call)}`
}

/** One table, so that the columns of all its parts are aligned. */
function HeatMap({ grids }: { grids: readonly Grid[] }) {
  const used = faults.filter((fault) => grids.some((grid) => grid.faults.includes(fault)))
  if (grids.length === 0) return null
  return (
    <div class="scroll" tabindex={0}>
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
            {rowsOf(grid, used).map(({ calls, cells }) => (
              <tr>
                <th scope="row" class="mono">
                  {callsText(calls)}
                </th>
                {cells.map((cell, i) => (
                  <HeatCell cell={cell} fault={used[i]} />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** The calls whose cells all have the same results share a row. */
function rowsOf({ faults: own, rows }: Grid, used: Grid['faults']) {
  const wide = rows.map(({ call, cells }) => ({
    call,
    cells: used.map((fault) => cells[own.indexOf(fault)]),
  }))
  const resultsOf = ({ call, cells }: (typeof wide)[number]) =>
    [
      call.replace(/\d+/g, ''),
      ...cells.map((cell) => cell && [cell.result, cell.accepted !== null].join(' ')),
    ].join()
  return groupedBy(wide, resultsOf).map(([, alike]) => ({
    calls: alike.map(({ call }) => call),
    cells: alike[0]?.cells ?? [],
  }))
}

/** `purchase-1, purchase-2, purchase-3 and 97 more` */
function callsText(calls: readonly string[]): string {
  const more = calls.length - MOST_CALLS
  return `${calls.slice(0, MOST_CALLS).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

const MOST_CALLS = 3

function HeatCell({ cell, fault }: { cell: CellOutcome | undefined; fault: string | undefined }) {
  if (cell === undefined) return <td />
  const { result, accepted } = cell
  const tone = accepted === null ? resultTraits[result].tone : 'quiet'
  return (
    <td class={`heat-${tone}`} data-label={fault}>
      <a href={`#${anchorOf(cell)}`}>
        {resultWords(result)}
        {accepted !== null && ' (accepted)'}
      </a>
    </td>
  )
}

/** `Double charge`: a terminal shows it in capitals. */
function resultWords(result: CellOutcome['result']): string {
  return capitalised(result.toLowerCase())
}

function anchorOf({ name }: CellOutcome): string {
  return `cell-${name.replaceAll(/[^\w-]/g, '_')}`
}

/** What the faults and the results mean, as far as the grid has them. */
function Legend({ swept }: { swept: Swept }) {
  const used = new Set(swept.cells.flatMap(({ fault, recovery }) => [fault, recovery?.fault]))
  return (
    <section class="panel legend-of-grid" aria-label="What the grid shows" id="legend">
      <Facts
        class="results"
        facts={countsOf(swept).map(([result, count]) => {
          const word = (
            <span class={`heat-${resultTraits[result].tone}`}>
              {resultWords(result)} {count}
            </span>
          )
          return [word, resultTraits[result].means]
        })}
      />
      <Facts
        class="faults"
        facts={faults.map((fault) => used.has(fault) && [fault, faultTraits[fault].sees])}
      />
      <p class="soft">Each cell is a link to what happened there.</p>
    </section>
  )
}

const MOST_NAMED = 8

/** The first of the cells that behave alike, and the names of the others. */
function Kind({ group, swept }: { group: readonly CellOutcome[]; swept: Swept }) {
  const [first, ...others] = group
  if (first === undefined) return null
  const more = others.length - MOST_NAMED
  return (
    <CellStory cell={first} swept={swept} isTold>
      {others.length > 0 && (
        <p>
          The same in {others.length === 1 ? '1 more cell' : `${others.length} more cells`}:{' '}
          {others.slice(0, MOST_NAMED).map((cell, i) => (
            <>
              {i > 0 && ', '}
              <a class="mono" href={`#${anchorOf(cell)}`}>
                {cell.name}
              </a>
            </>
          ))}
          {more > 0 && ` and ${more} more`}
        </p>
      )}
    </CellStory>
  )
}

type StoryProps = PropsWithChildren<{ cell: CellOutcome; swept: Swept; isTold?: boolean }>

/** `isTold`: whether it is shown before somebody asks for it. */
function CellStory({ cell, swept, isTold = false, children }: StoryProps) {
  const { name, result, accepted, findings, requests } = cell
  const { tone } = resultTraits[result]
  const stories = evidenceOf(cell)
  const further = findings.filter((one) => !stories.includes(one)).map(({ code }) => code)
  return (
    <article class={`panel cell-story${isTold ? ' told' : ''}`} id={anchorOf(cell)}>
      <h3>
        <span class={tone === 'odd' ? 'warn' : tone}>{resultWords(result)}</span>
        {accepted !== null && ' (accepted)'} <small class="mono">{name}</small>
      </h3>
      {stories.map(({ text }) => (
        <StoryText text={text} />
      ))}
      {further.length > 0 && (
        <p class="soft">Also found: {lowerFirst(findingName(...new Set(further)))}.</p>
      )}
      {requests.length > 0 && (
        <Table
          rows={requests}
          columns={[
            ['Request', ({ operation }) => operation],
            ['About', ({ about }) => about, 'long'],
            ['Answer', ({ response }) => response],
            ['Took', ({ took_ms }) => tookText(took_ms), 'number'],
          ]}
          isFocusable
        />
      )}
      {children}
      <p>
        Repeat it: <code>{repeatLine(swept, cell)}</code>
      </p>
    </article>
  )
}

/** Lines are longer than the page, so each has a hanging indent. */
function StoryText({ text }: { text: string }) {
  return (
    <pre>
      {narrowed(text)
        .split('\n')
        .map((line) => (
          <span>{line}</span>
        ))}
    </pre>
  )
}

/** The columns of a terminal would break every line of a page. */
function narrowed(text: string): string {
  return text.replaceAll(/(?<=\S) {2,}/g, '  ')
}

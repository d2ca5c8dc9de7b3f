import type { Child } from 'hono/jsx'
import { capitalised } from '../../insight/counted.ts'
import { type Grid, type GridCell, gridsOf, toneOfResult } from '../../insight/sweep/grid.ts'
import { formMeanings, resultMeanings } from '../../insight/sweep/legend.ts'
import {
  type CellOutcome,
  controlLine,
  countsOf,
  meanings,
  notTriedLine,
  repeatLine,
  reportedOutcomes,
  type Swept,
  storyOf,
  sweepVerdict,
  verdictLine,
  warningLines,
} from '../../insight/sweep/swept.ts'
import { Strip } from '../parts/mark.tsx'
import { Table } from '../parts/table.tsx'
import { groupedBy } from '../words/numbers.ts'
import { Glossary, HowToRead } from './for-strangers.tsx'
import { RunFacts, type RunLine, wholePage } from './whole-page.tsx'

const tones = {
  unsafe: 'bad',
  safe: 'good',
  untested: 'warn',
  'lost-sale': 'warn',
  duplicates: 'warn',
} as const

/** A sweep as one page: the grid as a heat map, then one story of each kind. */
export function sweepPage(swept: Swept, facts: readonly RunLine[] = []): string {
  const line = verdictLine(swept)
  const alike = groupedBy(reportedOutcomes(swept), kindOf).map(([, group]) => group)
  const told = new Set(alike.map(([first]) => first))
  const others = swept.outcomes.filter((outcome) => !told.has(outcome))
  // What the legend does not say.
  const further = meanings(swept).filter((text) => !/^(?:BLIND RETRY|failed safe):/.test(text))
  return wholePage(
    line,
    <div class="sweep stack">
      <h1>Sandgate sweep</h1>
      <Strip tone={tones[sweepVerdict(swept)]}>
        <p>{line}</p>
      </Strip>
      <HowToRead kind="sweep" />
      <RunFacts
        title="The sweep"
        facts={[
          ...facts,
          ['Command', <code>{swept.command}</code>],
          ['Version', swept.version],
          ['A clean run', `${(swept.cleanMs / 1000).toFixed(1)} s`],
        ]}
      />
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
      {[...further, ...controlLine(swept), ...notTriedLine(swept)].map((text) => (
        <p>{text}</p>
      ))}
      {alike.length > 0 && <h2>What happened, once for each kind</h2>}
      {alike.map((group) => (
        <Kind group={group} swept={swept} />
      ))}
      {others.map((outcome) => (
        <CellStory outcome={outcome} swept={swept} />
      ))}
      <Glossary kind="sweep" />
    </div>,
  )
}

/** Cells of one operation with the same result behave alike. */
function kindOf({ result, cell }: CellOutcome): string {
  return `${result} ${cell.call.operation}`
}

/** One table, so that the columns of all its parts are aligned. */
function HeatMap({ grids }: { grids: readonly Grid[] }) {
  const forms = [...new Set(grids.flatMap((grid) => grid.forms))].sort(
    (one, other) => order.indexOf(one) - order.indexOf(other),
  )
  if (grids.length === 0) return null
  return (
    <div class="scroll" tabindex={0}>
      <table class="heat">
        <thead>
          <tr>
            {['Call', ...forms].map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        {grids.map((grid) => (
          <tbody>
            <tr>
              <th class="part" scope="rowgroup" colspan={forms.length + 1}>
                {grid.title}
              </th>
            </tr>
            {rowsOf(grid, forms).map(({ calls, cells }) => (
              <tr>
                <th scope="row" class="mono">
                  {callsText(calls)}
                </th>
                {cells.map((cell, i) => (
                  <HeatCell cell={cell} form={forms[i]} />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

const order = Object.keys(formMeanings)

/** The calls whose cells all have the same results share a row. */
function rowsOf({ forms: own, rows }: Grid, forms: Grid['forms']) {
  const wide = rows.map(({ call, cells }) => ({
    call,
    cells: forms.map((form) => cells[own.indexOf(form)]),
  }))
  const resultsOf = ({ call, cells }: (typeof wide)[number]) =>
    [call.replace(/\d+/g, ''), ...cells.map((cell) => cell?.result)].join()
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

function HeatCell({ cell, form }: { cell: GridCell | undefined; form: string | undefined }) {
  if (cell === undefined) return <td />
  const { result, outcome } = cell
  return (
    <td class={`heat-${toneOfResult(result)}`} data-label={form}>
      <a href={`#${anchorOf(outcome)}`}>{result}</a>
    </td>
  )
}

function anchorOf({ cell }: CellOutcome): string {
  return `cell-${cell.name.replaceAll(/[^\w-]/g, '_')}`
}

/** What the forms and the results mean, as far as the grid has them. */
function Legend({ swept }: { swept: Swept }) {
  const forms = new Set(
    swept.outcomes.map(({ cell }) => cell).flatMap(({ form, recovery }) => [form, recovery?.form]),
  )
  return (
    <section class="panel legend-of-grid" aria-label="What the grid shows" id="legend">
      <dl>
        {countsOf(swept).map(([result, count]) => (
          <div>
            <dt class={`heat-${toneOfResult(result)}`}>
              {result} <span class="soft">{count}</span>
            </dt>
            <dd>{resultMeanings[result]}</dd>
          </div>
        ))}
      </dl>
      <dl>
        {order
          .filter((form) => [...forms].some((one) => one === form))
          .map((form) => (
            <div>
              <dt>{form}</dt>
              <dd>{formMeanings[form]}</dd>
            </div>
          ))}
      </dl>
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
    <CellStory outcome={first} swept={swept} isTold>
      {others.length > 0 && (
        <p>
          The same in {others.length === 1 ? '1 more cell' : `${others.length} more cells`}:{' '}
          {others.slice(0, MOST_NAMED).map((outcome, i) => (
            <>
              {i > 0 && ', '}
              <a class="mono" href={`#${anchorOf(outcome)}`}>
                {outcome.cell.name}
              </a>
            </>
          ))}
          {more > 0 && ` and ${more} more`}
        </p>
      )}
    </CellStory>
  )
}

interface StoryProps {
  readonly outcome: CellOutcome
  readonly swept: Swept
  /** Whether it is shown before somebody asks for it. */
  readonly isTold?: boolean
  readonly children?: Child
}

function CellStory({ outcome, swept, isTold = false, children }: StoryProps) {
  const { cell, result = 'not run', findings, requests = [] } = outcome
  const tone = toneOfResult(result)
  const story = storyOf(outcome)
  const further = findings.filter((one) => one !== story).map(({ code }) => code)
  return (
    <article class={`panel cell-story${isTold ? ' told' : ''}`} id={anchorOf(outcome)}>
      <h3>
        <span class={tone === 'odd' ? 'warn' : tone}>{capitalised(result.toLowerCase())}</span>{' '}
        <small class="mono">{cell.name}</small>
      </h3>
      {story !== undefined && <pre>{narrowed(story.text)}</pre>}
      {further.length > 0 && <p class="soft">Also found: {[...new Set(further)].join(', ')}.</p>}
      {requests.length > 0 && (
        <Table
          rows={requests}
          columns={[
            ['Request', ({ operation }) => operation],
            ['About', ({ about }) => about, 'long'],
            ['Answer', ({ answer }) => answer],
            ['Took', ({ took_ms }) => `${took_ms} ms`, 'number'],
          ]}
          isFocusable
        />
      )}
      {children}
      <p>
        Repeat it: <code>{repeatLine(swept, outcome)}</code>
      </p>
    </article>
  )
}

/** The columns of a terminal would break every line of a page. */
function narrowed(text: string): string {
  return text.replaceAll(/(?<=\S) {2,}/g, '  ')
}

import { type Grid, type GridCell, gridsOf, toneOfResult } from '../../insight/sweep/grid.ts'
import {
  type CellOutcome,
  controlLine,
  meanings,
  notTriedLine,
  repeatLine,
  reportedOutcomes,
  type Swept,
  sweepVerdict,
  verdictLine,
} from '../../insight/sweep/swept.ts'
import { Strip } from '../parts/mark.tsx'
import { Table } from '../parts/table.tsx'
import { RunFacts, type RunLine, wholePage } from './whole-page.tsx'

const tones = {
  unsafe: 'bad',
  safe: 'good',
  untested: 'warn',
  'lost-sale': 'warn',
  duplicates: 'warn',
} as const

/** A sweep as one page: the grid as a heat map, each cell with its story and its requests. */
export function sweepPage(swept: Swept, facts: readonly RunLine[] = []): string {
  const line = verdictLine(swept)
  const tone = tones[sweepVerdict(swept)]
  const told = new Set(reportedOutcomes(swept))
  const stories = [...told, ...swept.outcomes.filter((outcome) => !told.has(outcome))]
  return wholePage(
    line,
    <>
      <h1>Sandgate sweep</h1>
      <Strip tone={tone}>
        <p>{line}</p>
      </Strip>
      <RunFacts
        title="The sweep"
        facts={[
          ...facts,
          ['Command', <code>{swept.command}</code>],
          ['Version', swept.version],
          ['A clean run', `${(swept.cleanMs / 1000).toFixed(1)} s`],
        ]}
      />
      {[...meanings(swept), ...controlLine(swept), ...notTriedLine(swept)].map((text) => (
        <p>{text}</p>
      ))}
      <p class="soft">Each cell is a link to what happened there.</p>
      {gridsOf(swept).map((grid) => (
        <HeatMap grid={grid} />
      ))}
      {stories.map((outcome) => (
        <CellStory outcome={outcome} swept={swept} isOpen={told.has(outcome)} />
      ))}
    </>,
  )
}

function HeatMap({ grid: { title, forms, rows } }: { grid: Grid }) {
  return (
    <section class="stack">
      <h2>{title}</h2>
      <div class="scroll">
        <table class="heat">
          <thead>
            <tr>
              {['Call', ...forms].map((head) => (
                <th>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ call, cells }) => (
              <tr>
                <th scope="row" class="mono">
                  {call}
                </th>
                {cells.map((cell, i) => (
                  <HeatCell cell={cell} form={forms[i]} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

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

function CellStory({
  outcome,
  swept,
  isOpen,
}: {
  outcome: CellOutcome
  swept: Swept
  isOpen: boolean
}) {
  const { cell, result = 'not run', findings, requests = [] } = outcome
  const tone = toneOfResult(result)
  return (
    <article class={`panel cell-story${isOpen ? ' told' : ''}`} id={anchorOf(outcome)}>
      <h2>
        {cell.name}: <span class={tone === 'odd' ? 'warn' : tone}>{result}</span>
      </h2>
      {findings.map(({ text }) => (
        <pre>{narrowed(text)}</pre>
      ))}
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

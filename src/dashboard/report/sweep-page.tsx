import type { CellRequest } from '../../insight/sweep/cell-request.ts'
import { type Grid, type GridCell, gridsOf, toneOfResult } from '../../insight/sweep/grid.ts'
import {
  type CellOutcome,
  controlLine,
  meanings,
  notTriedLine,
  repeatLine,
  type Swept,
  sweepVerdict,
  toldOutcomes,
  verdictLine,
} from '../../insight/sweep/swept.ts'
import { Mark } from '../parts/mark.tsx'
import { numberHead, Table } from '../parts/table.tsx'
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
  const told = new Set(toldOutcomes(swept))
  const stories = [...told, ...swept.outcomes.filter((outcome) => !told.has(outcome))]
  return wholePage(
    line,
    <>
      <h1>Sandgate sweep</h1>
      <section class={`strip ${tone}`} aria-label="Verdict" id="verdict">
        <Mark name={tone === 'good' ? 'approved' : 'failed'} tone={tone} />
        <p>{line}</p>
      </section>
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
        <CellStory outcome={outcome} swept={swept} isTold={told.has(outcome)} />
      ))}
    </>,
  )
}

function HeatMap({ grid: { title, forms, rows } }: { grid: Grid }) {
  return (
    <section class="stack">
      <h2>{title}</h2>
      <Table heads={['Call', ...forms]} class="heat">
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
      </Table>
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

interface CellStoryProps {
  readonly outcome: CellOutcome
  readonly swept: Swept
  /** Shown without being asked for. */
  readonly isTold: boolean
}

function CellStory({ outcome, swept, isTold }: CellStoryProps) {
  const { cell, result = 'not run', findings, requests = [] } = outcome
  const tone = toneOfResult(result)
  return (
    <article class={`panel cell-story${isTold ? ' told' : ''}`} id={anchorOf(outcome)}>
      <h2>
        {cell.name}: <span class={tone === 'odd' ? 'warn' : tone}>{result}</span>
      </h2>
      {findings.map(({ text }) => (
        <pre>{narrowed(text)}</pre>
      ))}
      {requests.length > 0 && <Requests requests={requests} />}
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

/** The broken request and those that followed. */
function Requests({ requests }: { requests: readonly CellRequest[] }) {
  return (
    <Table heads={['Request', 'About', 'Answer', numberHead('Took')]} isFocusable>
      {requests.map(({ operation, about, answer, took_ms }) => (
        <tr>
          <td>{operation}</td>
          <td class="long">{about}</td>
          <td>{answer}</td>
          <td class="number">{took_ms} ms</td>
        </tr>
      ))}
    </Table>
  )
}

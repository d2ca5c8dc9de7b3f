import type { Child } from 'hono/jsx'
import {
  type CoverageDocument as CoverageAnswer,
  type CaseDocument as CoverageCase,
  tallyOf,
} from '../../insight/coverage/coverage.ts'
import { lookOf } from '../../insight/report/headline.ts'
import type { ReportDocument as ReportAnswer } from '../../insight/report/report-document.ts'
import { type Exercise, exercises } from '../../insight/run/tally.ts'
import { Mark } from '../parts/mark.tsx'
import { Table } from '../parts/table.tsx'
import { InlineCode } from '../parts/text.tsx'
import { counted } from '../words/numbers.ts'

const tones = { unsafe: 'bad', safe: 'good', untested: 'warn', costly: 'warn' } as const
const marks = {
  unsafe: 'failed',
  safe: 'approved',
  untested: 'unclear',
  costly: 'failed',
} as const

interface ReportProps {
  readonly report: ReportAnswer
  /** As they are shown. */
  readonly findings: Child
  /** Drawings of the run, where there are any. */
  readonly charts?: Child
  /** A list of the payments, where there is one. */
  readonly payments?: Child
  /** Where it is a document by itself: what its first page says beneath the verdict. */
  readonly front?: Child
  /** Whether its front lists the cases of a plan, which are then not listed again. */
  readonly isPlanned?: boolean | undefined
}

/** The verdict on the client, what shows it, and what was never tried. */
export function ReportView(props: ReportProps) {
  const { report, findings, charts, payments, front, isPlanned = false } = props
  const look = lookOf(report)
  const tone = tones[look]
  return (
    <>
      {report.caution && (
        <p class="caution" id="caution">
          <InlineCode text={report.caution} />
        </p>
      )}
      <section class={`strip ${tone}`} aria-label="Verdict" id="verdict">
        <Mark name={marks[look]} tone={tone} />
        <p>{report.headline}</p>
      </section>
      {front}
      <Exercised exercised={report.exercised} />
      {findings}
      {report.dropped_findings > 0 && (
        <p class="soft">{counted(report.dropped_findings, 'further finding')} not kept.</p>
      )}
      {charts}
      {payments}
      {!isPlanned && <CoverageView coverage={report.coverage} />}
    </>
  )
}

/** One of each and several. */
const exerciseWords: Readonly<Record<Exercise, readonly [one: string, several: string]>> = {
  faults_before: ['answer lost before processing', 'answers lost before processing'],
  faults_after: ['answer lost after processing', 'answers lost after processing'],
  timeouts: [
    'answer lost because the client gave up waiting',
    'answers lost because the client gave up waiting',
  ],
  undecided: ['undecided answer', 'undecided answers'],
  pendings: ['pending payment', 'pending payments'],
  declines: ['decline', 'declines'],
  refusals: ['refusal', 'refusals'],
  lookups: ['lookup', 'lookups'],
  searches: ['search', 'searches'],
}

/** What the run put the client through. */
function Exercised({ exercised }: { exercised: ReportAnswer['exercised'] }) {
  return (
    <section class="stack" aria-labelledby="exercised-title">
      <h2 id="exercised-title">What this run put the client through</h2>
      <ul class="figures">
        {exercises.map((name) => (
          <li class={exercised[name] === 0 ? 'soft' : undefined}>
            <b>{exercised[name]}</b> {exerciseWords[name][exercised[name] === 1 ? 0 : 1]}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the client's tests never tried, with how to provoke it. */
function CoverageView({ coverage: { percent, cases } }: { coverage: CoverageAnswer }) {
  const covered = cases.filter((one) => one.covered)
  const missing = cases.filter((one) => !one.covered)
  const { shown, possible } = tallyOf(cases)
  return (
    <section class="stack" aria-labelledby="coverage-title" id="coverage">
      <h2 id="coverage-title">
        Coverage: {percent} %{' '}
        <span class="soft">
          {shown} of {counted(possible, 'case')}
        </span>
      </h2>
      <svg
        class="chart bar"
        viewBox="0 0 100 2"
        preserveAspectRatio="none"
        role="img"
        aria-label={`${percent} percent covered`}
      >
        <rect class="track" width="100" height="2" />
        <rect class="fill-good" width={percent} height="2" />
      </svg>
      {missing.length > 0 && <Cases title="Never tried" cases={missing} />}
      {covered.length > 0 && (
        <details class="fold" id="covered">
          <summary>{covered.length} covered</summary>
          <Cases title="Covered" cases={covered} />
        </details>
      )}
    </section>
  )
}

function Cases({ title, cases }: { title: string; cases: readonly CoverageCase[] }) {
  return (
    <Table heads={[title, 'What it is', 'How to provoke it']} isFocusable>
      {cases.map((one) => (
        <tr>
          <td class="tight own-line">
            <Mark name={one.covered ? 'approved' : 'note'} tone={one.covered ? 'good' : 'calm'} />{' '}
            {one.name}
          </td>
          <td class="own-line">
            {one.description}
            {one.not_counted && <span class="soft"> Not counted: {one.not_counted}.</span>}
          </td>
          <td class="own-line">{one.provoke}</td>
        </tr>
      ))}
    </Table>
  )
}

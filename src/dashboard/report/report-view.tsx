import type { Child } from 'hono/jsx'
import type { Visit } from '../../http/pages/visit.ts'
import {
  type CoverageDocument as CoverageAnswer,
  type CaseDocument as CoverageCase,
  tallyOf,
} from '../../insight/coverage/coverage.ts'
import { paidMoreLines, reportLook } from '../../insight/report/headline.ts'
import type {
  ReportDocument as ReportAnswer,
  TestDocument,
} from '../../insight/report/report-document.ts'
import { acceptedLines } from '../../insight/report/text-report.ts'
import { exercises } from '../../insight/run/tally.ts'
import { Strip } from '../parts/mark.tsx'
import { type Column, Numbered, Panel, Table } from '../parts/table.tsx'
import { InlineCode } from '../parts/text.tsx'
import { type OpenAnswer, openErrors } from '../story/open-answers.ts'
import { TestTable, worstFirst } from '../story/test-table.tsx'
import { exerciseText } from '../words/exercises.ts'
import { countText } from '../words/numbers.ts'

const tones = { unsafe: 'bad', safe: 'good', untested: 'warn', costly: 'warn' } as const
const marks = {
  unsafe: 'failed',
  safe: 'approved',
  untested: 'question',
  costly: 'failed',
} as const

interface ReportProps {
  readonly report: ReportAnswer
  /** What is not judged yet. */
  readonly open?: readonly OpenAnswer[]
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
  const { report, open = [], findings, charts, payments, front, isPlanned = false } = props
  const isWaiting = open.length > 0 && report.counts.error === openErrors(open)
  const look = isWaiting ? 'costly' : reportLook(report)
  return (
    <>
      {report.caution && (
        <p class="caution" id="caution">
          <InlineCode text={report.caution} />
        </p>
      )}
      <Strip tone={tones[look]} mark={marks[look]}>
        <p role="status">
          {isWaiting
            ? `${countText(open.length, 'answer')} lost, waiting for your client to look`
            : unbroken(report.headline)}
        </p>
      </Strip>
      {paidMoreLines(report).map((line) => (
        <p id="paid-more-than-once">
          <InlineCode text={line} />
        </p>
      ))}
      {front}
      <Exercised exercised={report.exercised} />
      {findings}
      {report.dropped_findings > 0 && (
        <p class="soft">{countText(report.dropped_findings, 'further finding')} not kept.</p>
      )}
      <AcceptedList report={report} />
      {charts}
      {payments}
      {!isPlanned && <CoverageView coverage={report.coverage} />}
    </>
  )
}

/** A text whose sums of money keep their currency on the same line. */
function unbroken(text: string): Child {
  return text
    .split(/([A-Z]{3} [\d,.]*\d)/)
    .map((part, i) => (i % 2 === 1 ? <span class="tight">{part}</span> : part))
}

/** Known findings that the config accepts, and what it accepts without need. */
function AcceptedList({ report }: Pick<ReportProps, 'report'>) {
  const lines = acceptedLines(report)
  if (lines.length === 0) return null
  return (
    <Panel id="accepted" title={<Numbered name="Accepted" count={report.accepted.length} />}>
      <ul>
        {lines.map((line) => (
          <li>{line}</li>
        ))}
      </ul>
    </Panel>
  )
}

interface TestsProps {
  readonly visit?: Visit
  readonly tests: readonly TestDocument[]
  readonly open?: readonly OpenAnswer[]
}

/** The most tests of a report. */
const MOST_TESTS = 500

/** One line for each test, the worst first. */
export function Tests({ visit, tests, open }: TestsProps) {
  const more = tests.length - MOST_TESTS
  return (
    <Panel class="stack" id="tests" title={<Numbered name="Tests" count={tests.length} />}>
      <TestTable visit={visit} tests={worstFirst(tests).slice(0, MOST_TESTS)} open={open ?? []} />
      {more > 0 && <p class="soft">{countText(more, 'more test')}.</p>}
    </Panel>
  )
}

/** What the run put the client through. */
function Exercised({ exercised }: { exercised: ReportAnswer['exercised'] }) {
  return (
    <Panel class="stack" id="exercised" title="What this run put the client through">
      <ul class="figures">
        {exercises.map((name) => (
          <li class={exercised[name] === 0 ? 'soft' : undefined}>
            {exerciseText(name, exercised[name])}
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What the client's tests never tried, with how to provoke it; of a plan, all its cases. */
export function CoverageView({ coverage: { percent, cases }, isPlan = false }: CoverageProps) {
  const covered = cases.filter((one) => one.covered)
  const missing = cases.filter((one) => !one.covered)
  const { shown, possible } = tallyOf(cases)
  const count = `${shown} of ${countText(possible, 'case')} shown`
  const title = <Numbered name={isPlan ? 'Plan' : `Coverage: ${percent} %`} count={count} />
  return (
    <Panel class="stack" id="coverage" title={title}>
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
      {isPlan && <Cases cases={cases} />}
      {!isPlan && missing.length > 0 && <Cases cases={missing} />}
      {!isPlan && covered.length > 0 && (
        <details class="fold" id="covered">
          <summary>{covered.length} covered</summary>
          <Cases cases={covered} />
        </details>
      )}
    </Panel>
  )
}

interface CoverageProps {
  readonly coverage: CoverageAnswer
  readonly isPlan?: boolean
}

function shownWord({ covered, not_counted }: CoverageCase): string {
  if (covered) return 'yes'
  return not_counted === null ? 'no' : 'does not apply'
}

const provokeColumn: Column<CoverageCase> = [
  'How to provoke it',
  ({ covered, not_counted, provoke }) => !covered && (not_counted ?? provoke),
  'own-line',
]

const whyColumn: Column<CoverageCase> = ['Why', ({ why }) => why, 'own-line']

function Cases({ cases }: { cases: readonly CoverageCase[] }) {
  return (
    <Table
      rows={cases}
      columns={[
        ['Shown', (one) => <span class={one.covered ? 'good' : 'soft'}>{shownWord(one)}</span>],
        ['Case', ({ name }) => name, 'own-line'],
        ['What it is', ({ description }) => description, 'own-line'],
        ...(cases.every(({ covered }) => covered) ? [] : [provokeColumn]),
        ...(cases.some(({ why }) => why) ? [whyColumn] : []),
      ]}
      isFocusable
    />
  )
}

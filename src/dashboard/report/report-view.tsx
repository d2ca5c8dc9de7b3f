import type { Child, PropsWithChildren } from 'hono/jsx'
import { numberText } from '../../domain/money.ts'
import { counted } from '../../insight/counted.ts'
import { tallyOf } from '../../insight/coverage/coverage.ts'
import type {
  CaseDocument as CoverageCase,
  CoverageDocument as CoverageResponse,
} from '../../insight/coverage/coverage-document.ts'
import { paidMoreLines } from '../../insight/report/headline.ts'
import type { ReportDocument as ReportResponse } from '../../insight/report/report-document.ts'
import { acceptedLines } from '../../insight/report/text-report.ts'
import { exercises } from '../../insight/run/tally.ts'
import { Strip } from '../parts/mark.tsx'
import { type Column, Panel, Table } from '../parts/table.tsx'
import { InlineCode, Unbroken } from '../parts/text.tsx'
import {
  exerciseText,
  type OpenResponse,
  openErrors,
  TestTable,
  waitingText,
  worstFirst,
} from '../story/test-table.tsx'

const looks = {
  unsafe: ['bad', 'failed'],
  safe: ['good', 'approved'],
  warnings: ['warn', 'warning'],
  untested: ['warn', 'question'],
} as const

interface ReportProps {
  readonly report: ReportResponse
  /** What is not judged yet. */
  readonly open?: readonly OpenResponse[]
  /** As they are shown. */
  readonly findings: Child
  /** Where it is a document by itself: what its first page says beneath the verdict. */
  readonly front?: Child
  /** Whether its front lists the cases of a plan, which are then not listed again. */
  readonly isPlanned?: boolean | undefined
}

/** The verdict on the client, what shows it, then what belongs to it, and what was never tried. */
export function ReportView(props: PropsWithChildren<ReportProps>) {
  const { report, open = [], findings, front, isPlanned = false } = props
  const { encountered } = report
  const accepted = acceptedLines(report)
  const isWaiting = open.length > 0 && report.counts.error === openErrors(open)
  const [tone, mark] = looks[isWaiting ? 'warnings' : report.verdict]
  return (
    <>
      <Strip tone={tone} mark={mark}>
        <p role="status">
          <Unbroken text={isWaiting ? waitingText(open.length) : report.headline} />
        </p>
      </Strip>
      {report.not_tested && (
        <p class="caution" id="caution">
          <InlineCode text={report.not_tested} />
        </p>
      )}
      {paidMoreLines(report).map((line) => (
        <p id="paid-more-than-once">
          <InlineCode text={line} />
        </p>
      ))}
      {front}
      <Panel class="stack" id="encountered" title="What this run tested">
        <ul class="figures">
          {exercises.map((name) => (
            <li class={encountered[name] === 0 ? 'soft' : undefined}>
              {exerciseText(name, encountered[name])}
            </li>
          ))}
        </ul>
      </Panel>
      {findings}
      {report.dropped_findings > 0 && (
        <p class="soft">{counted(report.dropped_findings, 'further finding')} not kept.</p>
      )}
      {accepted.length > 0 && (
        // Known findings that the config accepts, and what it accepts without need.
        <Panel id="accepted" title="Accepted" count={report.accepted.length}>
          <ul>
            {accepted.map((line) => (
              <li>{line}</li>
            ))}
          </ul>
        </Panel>
      )}
      {props.children}
      {!isPlanned && <CoverageView coverage={report.coverage} />}
    </>
  )
}

type TestsProps = Parameters<typeof TestTable>[0]

/** The most tests of a report. */
const MOST_TESTS = 500

/** One line for each test, the worst first. */
export function Tests({ visit, tests, open }: TestsProps) {
  const more = tests.length - MOST_TESTS
  return (
    <Panel class="stack" id="tests" title="Tests" count={numberText(tests.length)}>
      <TestTable visit={visit} tests={worstFirst(tests).slice(0, MOST_TESTS)} open={open} />
      {more > 0 && <p class="soft">{counted(more, 'more test')}.</p>}
    </Panel>
  )
}

/** What the client's tests never tried, with how to provoke it; of a plan, all its cases. */
export function CoverageView({
  coverage,
  isPlan,
}: {
  coverage: CoverageResponse
  isPlan?: boolean
}) {
  const { percent, cases } = coverage
  const covered = cases.filter((one) => one.covered)
  const missing = cases.filter((one) => !one.covered)
  const { shown, possible } = tallyOf(cases)
  const count = `${shown} of ${counted(possible, 'case')} shown`
  const title = isPlan ? 'Plan' : `Coverage: ${percent} %`
  return (
    <Panel class="stack" id="coverage" title={title} count={count}>
      <progress max="100" value={percent} aria-label={`${percent} percent covered`} />
      {(isPlan || missing.length > 0) && <Cases cases={isPlan ? cases : missing} />}
      {!isPlan && covered.length > 0 && (
        <details class="fold" id="covered">
          <summary>{covered.length} covered</summary>
          <Cases cases={covered} />
        </details>
      )}
    </Panel>
  )
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

const whyColumn: Column<CoverageCase> = ['Why', ({ why }) => why, 'own-line why']

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

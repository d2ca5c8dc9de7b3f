import type { Child } from 'hono/jsx'
import { counted, numberText } from '../../base/text/counted.ts'
import type { Strip } from '../../judge/blocks/block.ts'
import type { FindingDocument } from '../../judge/findings/finding-document.ts'
import { reportParts } from '../../judge/report/report-blocks.ts'
import type { ReportDocument as ReportResponse } from '../../judge/report/report-document.ts'
import { Blocks, blocksView } from '../blocks/blocks-view.tsx'
import { Panel } from '../parts/table.tsx'
import { type OpenResponse, waitingText } from '../payment/open-response.ts'
import { TestTable, worstFirst } from '../payment/test-table.tsx'
import { pageAddress, worldLinkBase } from '../words/address.ts'
import { groupedBy } from '../words/values.ts'
import { CoverageTiles } from './coverage-tiles.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { Tested } from './tested-bars.tsx'

interface ReportProps {
  readonly report: ReportResponse
  /** Those that there are now; undefined: this is a file, and leads nowhere. */
  readonly worlds: readonly string[] | undefined
  /** The payments that are not judged yet, and therefore not in the report. */
  readonly open?: readonly OpenResponse[]
  /** What comes before the books, and after them. */
  readonly beforeBooks?: Child
  readonly afterBooks?: Child
  /** Whether the cases of a plan are listed, which are then not listed again. */
  readonly isPlanned?: boolean | undefined
}

/** Fewer requests are read in their list. */
const FEWEST_DRAWN = 50

/** The verdict on the client, what shows it, then what belongs to it, and what was never tried. */
export async function reportView(props: ReportProps): Promise<Child> {
  const { report, worlds, open = [], isPlanned = false } = props
  const look = { isSaved: worlds === undefined }
  const parts = reportParts(report, {
    pageOf: worlds && ((one) => (one.payment === null ? undefined : paymentAddress(one, worlds))),
    differencePage: (one) =>
      worlds === undefined || one.payment === null ? `#${one.id}` : paymentAddress(one, worlds),
  })
  const verdict = parts.verdict.map((strip) => withWaiting(strip, report, open))
  const findings = await blocksView(parts.findings, look)
  return (
    <>
      <Blocks of={verdict} {...look} />
      <Blocks of={parts.recovery} {...look} />
      <Panel class="stack" id="findings" title="Findings">
        {parts.findings.length === 0 && <p class="empty">No findings.</p>}
        <Kinds findings={parts.findings} />
        {findings}
      </Panel>
      <Blocks of={parts.limits} {...look} />
      {parts.accepted.length > 0 && (
        <Panel id="accepted" title="Accepted" count={report.accepted.length}>
          <Blocks of={parts.accepted} {...look} />
        </Panel>
      )}
      {props.beforeBooks}
      {parts.books.length > 0 && (
        <Panel class="stack" id="books" title="Your books">
          <Blocks of={parts.books} {...look} />
        </Panel>
      )}
      {props.afterBooks}
      <Tested report={report} isOpen={open.length > 0} />
      {report.outcomes && report.requests >= FEWEST_DRAWN && (
        <Panel class="stack" id="outcomes" title="Outcomes over time">
          <OutcomeChart outcomes={report.outcomes} />
        </Panel>
      )}
      {!isPlanned && <CoverageTiles coverage={report.coverage} />}
    </>
  )
}

/** What waits is the first line, unless something is wrong already. */
function withWaiting(
  strip: Strip,
  { counts }: ReportResponse,
  open: readonly OpenResponse[],
): Strip {
  const line = waitingText(open)
  if (line === undefined) return strip
  return counts.error + counts.warning > 0
    ? { ...strip, notes: [`${line}.`, ...strip.notes] }
    : { ...strip, tone: 'warn', isOpen: false, line }
}

/** In its own world, while that is there; the default one shows payments of all. */
function paymentAddress({ test, payment }: FindingDocument, worlds: readonly string[]): string {
  const world = worlds.find((one) => one === test?.world) ?? 'default'
  return pageAddress(worldLinkBase(world), `/payments/${payment}`)
}

/** What is found on the page, by kind, with how often; groups of the same kind count together. */
function Kinds({ findings }: { findings: ReturnType<typeof reportParts>['findings'] }) {
  const kinds = groupedBy(findings, ({ head }) => head.title)
  if (kinds.length < 2) return null
  return (
    <nav class="contents" aria-label="Kinds of findings">
      <ul>
        {kinds.map(([title, parts]) => (
          <li>
            <a href={`#${parts[0]?.head.id}`}>{title}</a>{' '}
            <span class="soft">
              {numberText(parts.reduce((sum, { times = 1 }) => sum + times, 0))}
            </span>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type TestsProps = Parameters<typeof TestTable>[0]

/** The most tests of a report. */
const MOST_TESTS = 200

/** One line for each test, the worst first. */
export function Tests({ tests, ...props }: TestsProps) {
  const more = tests.length - MOST_TESTS
  return (
    <Panel class="stack" id="tests" title="Tests" count={numberText(tests.length)}>
      <TestTable {...props} tests={worstFirst(tests).slice(0, MOST_TESTS)} />
      {more > 0 && <p class="soft">{counted(more, 'more test')}.</p>}
    </Panel>
  )
}

import { moneyText } from '../../domain/money.ts'
import type { ReportDocument as ReportAnswer } from '../../insight/report/report-document.ts'
import { chapterName } from '../../insight/report/text-report.ts'
import type { StoryDocument } from '../../insight/stories/story-view.ts'
import { Numbered, Panel, Table } from '../parts/table.tsx'
import { doubledText, VerdictWord, verdicts } from '../story/verdict.tsx'
import { countText, sumText } from '../words/numbers.ts'
import { findingsView } from './finding-view.tsx'
import { CoverageView, ReportView, Tests } from './report-view.tsx'
import { RunFacts, type RunLine, wholePage } from './whole-page.tsx'

interface HtmlOptions {
  /** Whether the coverage is that of a plan. */
  readonly isPlanned?: boolean
  readonly facts?: readonly RunLine[]
  /** The payments of the run, oldest first. */
  readonly stories?: readonly StoryDocument[]
}

/** A report as one page that needs no network and no script, to be kept, printed and attached. */
export async function htmlReport(
  report: ReportAnswer,
  { isPlanned, facts = [], stories = [] }: HtmlOptions = {},
): Promise<string> {
  const findings = await findingsView({ ...report, worlds: undefined, hasExchanges: true })
  return wholePage(
    report.headline,
    <>
      <h1>Sandgate report</h1>
      <ReportView
        report={report}
        findings={findings}
        front={
          <div class="front stack">
            <RunFacts title="The run" facts={[...facts, ['Totals', totalsText(report)]]} />
            {report.tests.length > 0 && <Tests tests={report.tests} />}
            {isPlanned && <CoverageView coverage={report.coverage} isPlan />}
          </div>
        }
        isPlanned={isPlanned}
        payments={stories.length > 0 && <Payments stories={stories} />}
      />
    </>,
  )
}

/** `120 requests, 40 payments, AUD 1,998.00 charged; 2 errors, 1 warning, 0 notes`. */
function totalsText({ requests, tests, counts }: ReportAnswer): string {
  const charged: Record<string, number> = {}
  for (const [currency, cents] of tests.flatMap((test) => Object.entries(test.charged))) {
    charged[currency] = (charged[currency] ?? 0) + cents
  }
  const payments = tests.reduce((sum, test) => sum + test.payments, 0)
  const money = Object.keys(charged).length === 0 ? [] : [`${sumText(charged)} charged`]
  const calls = [countText(requests, 'request'), countText(payments, 'payment'), ...money]
  const found = (['error', 'warning', 'note'] as const).map((kind) => countText(counts[kind], kind))
  return `${calls.join(', ')}; ${found.join(', ')}`
}

const MOST = 500

/** Every payment of a run in one line, the worst first, else in their order. */
function Payments({ stories }: { stories: readonly StoryDocument[] }) {
  const rows = [...stories].sort((one, other) => rank(one) - rank(other))
  const money = (cents: number, currency: string) => (cents === 0 ? '' : moneyText(cents, currency))
  return (
    <Panel class="stack" id="payments" title={<Numbered name="Payments" count={stories.length} />}>
      <Table
        rows={rows.slice(0, MOST)}
        columns={[
          ['Outcome', (story) => <Outcome story={story} />, 'tight'],
          ['Payment', ({ reference }) => reference || 'no reference', 'long'],
          ['Test', chapterName, 'long'],
          ['Amount', ({ amount, currency }) => moneyText(amount, currency), 'number'],
          ['Charged', ({ charged, currency }) => money(charged, currency), 'number'],
          ['Refunded', ({ refunded, currency }) => money(refunded, currency), 'number'],
        ]}
        isFocusable
      />
      {rows.length > MOST && <p class="soft">{countText(rows.length - MOST, 'more payment')}.</p>}
    </Panel>
  )
}

/** What is wrong comes first; what is well stays in its order. */
function rank({ verdict }: StoryDocument): number {
  return Math.min(verdicts.indexOf(verdict), verdicts.indexOf('failed'))
}

function Outcome({ story }: { story: StoryDocument }) {
  const { doubled } = story
  return (
    <>
      <VerdictWord story={story} />
      {doubled !== null && doubled.times > 2 && <div class="soft">{doubledText(doubled)}</div>}
    </>
  )
}

import { moneyText } from '../../domain/money.ts'
import {
  type CaseDocument,
  type CoverageDocument,
  tallyOf,
} from '../../insight/coverage/coverage.ts'
import type {
  ReportDocument as ReportAnswer,
  TestDocument,
} from '../../insight/report/report-document.ts'
import type { StoryDocument } from '../../insight/stories/story-view.ts'
import { numberHead, Table } from '../parts/table.tsx'
import { inTurn } from '../parts/text.tsx'
import { TestTable, worstFirst } from '../story/test-table.tsx'
import { doubledText, VerdictWord, verdicts } from '../story/verdict.tsx'
import { counted, sumText } from '../words/numbers.ts'
import { findingsView } from './finding-view.tsx'
import { ReportView } from './report-view.tsx'
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
  const payments = stories.length > 0 && (await inTurn(<Payments stories={stories} />))
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
            {report.tests.length > 0 && <Tests tests={worstFirst(report.tests)} />}
            {isPlanned && <Plan coverage={report.coverage} />}
          </div>
        }
        isPlanned={isPlanned}
        payments={payments}
      />
    </>,
  )
}

/** `120 requests, 40 payments, AUD 1,998.00 charged; 2 errors, 1 warning, 0 notes`. */
function totalsText({ requests, tests, counts }: ReportAnswer): string {
  const charged: Record<string, number> = {}
  for (const test of tests) {
    for (const [currency, cents] of Object.entries(test.charged)) {
      charged[currency] = (charged[currency] ?? 0) + cents
    }
  }
  const payments = tests.reduce((sum, test) => sum + test.payments, 0)
  const money = Object.keys(charged).length === 0 ? [] : [`${sumText(charged)} charged`]
  const calls = [counted(requests, 'request'), counted(payments, 'payment'), ...money]
  const found = [
    counted(counts.error, 'error'),
    counted(counts.warning, 'warning'),
    counted(counts.note, 'note'),
  ]
  return `${calls.join(', ')}; ${found.join(', ')}`
}

/** One line for each test, the worst first. */
function Tests({ tests }: { tests: readonly TestDocument[] }) {
  return (
    <section class="stack" aria-labelledby="tests-title">
      <h2 id="tests-title">
        Tests <span class="soft">{tests.length}</span>
      </h2>
      <TestTable visit={undefined} tests={tests.slice(0, MOST)} />
      {tests.length > MOST && <p class="soft">{counted(tests.length - MOST, 'more test')}.</p>}
    </section>
  )
}

/** What the plan asks for, and whether this run has shown it. */
function Plan({ coverage: { cases } }: { coverage: CoverageDocument }) {
  const { shown, possible } = tallyOf(cases)
  return (
    <section class="stack" aria-labelledby="plan-title">
      <h2 id="plan-title">
        Plan{' '}
        <span class="soft">
          {shown} of {counted(possible, 'case')} shown
        </span>
      </h2>
      <Table heads={['Shown', 'Case', 'What it is', 'Why']} isFocusable>
        {cases.map((one) => (
          <tr>
            <td class={`tight ${one.covered ? 'good' : 'soft'}`}>{shownWord(one)}</td>
            <td class="tight">{one.name}</td>
            <td class="long">
              {one.description}
              {shownWord(one) === 'no' && <div class="soft">To provoke it: {one.provoke}</div>}
            </td>
            <td class="long">{one.not_counted ?? one.why}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

function shownWord({ covered, not_counted }: CaseDocument): string {
  if (covered) return 'yes'
  return not_counted === null ? 'no' : 'does not apply'
}

const MOST = 500

/** Every payment of a run in one line, the worst first, else in their order. */
function Payments({ stories }: { stories: readonly StoryDocument[] }) {
  const rows = [...stories].sort((one, other) => rank(one) - rank(other))
  return (
    <section class="stack" aria-labelledby="payments-title" id="payments">
      <h2 id="payments-title">
        Payments <span class="soft">{stories.length}</span>
      </h2>
      <Table
        heads={[
          'What became of it',
          'Payment',
          'Test',
          numberHead('Amount'),
          numberHead('Charged'),
          numberHead('Refunded'),
        ]}
        isFocusable
      >
        {rows.slice(0, MOST).map((story) => (
          <PaymentRow story={story} />
        ))}
      </Table>
      {rows.length > MOST && <p class="soft">{counted(rows.length - MOST, 'more payment')}.</p>}
    </section>
  )
}

/** What is wrong comes first; what is well stays in its order. */
function rank({ verdict }: StoryDocument): number {
  return Math.min(verdicts.indexOf(verdict), verdicts.indexOf('failed'))
}

function PaymentRow({ story }: { story: StoryDocument }) {
  const { reference, chapter, doubled, amount, charged, refunded, currency } = story
  return (
    <tr>
      <td class="tight">
        <VerdictWord story={story} />
        {doubled !== null && doubled.times > 2 && <div class="soft">{doubledText(doubled)}</div>}
      </td>
      <td class="long">{reference === '' ? 'no reference' : reference}</td>
      <td class="long">{chapter}</td>
      <td class="number">{moneyText(amount, currency)}</td>
      <td class="number">{charged === 0 ? '' : moneyText(charged, currency)}</td>
      <td class="number">{refunded === 0 ? '' : moneyText(refunded, currency)}</td>
    </tr>
  )
}

import { memberOf } from '../../base/plain-object.ts'
import { counted, numberText } from '../../base/text/counted.ts'
import { moneyText } from '../../domain/money.ts'
import { MINUTE } from '../../domain/time/instant.ts'
import { coveragePart } from '../../judge/coverage/coverage-blocks.ts'
import { severities } from '../../judge/findings/finding.ts'
import type { PaymentDocument } from '../../judge/payments/payment-document.ts'
import type { MergedRun } from '../../judge/report/merged-report.ts'
import type { ReportDocument as ReportResponse } from '../../judge/report/report-document.ts'
import { testName } from '../../judge/report/test-name.ts'
import { Blocks } from '../blocks/blocks-view.tsx'
import { ladderLooks, Mark } from '../parts/mark.tsx'
import { Panel, Table } from '../parts/table.tsx'
import { Unbroken } from '../parts/text.tsx'
import { doubledText, VerdictWord, verdicts } from '../payment/verdict.tsx'
import { dateTimeText } from '../words/time.ts'
import { sumText } from '../words/values.ts'
import { Glossary, HowToRead } from './how-to-read.tsx'
import { reportView, Tests } from './report-view.tsx'
import { FactLine, factText, RunFacts, type RunLine, wholePage } from './whole-page.tsx'

interface HtmlOptions {
  /** Whether the coverage is that of a plan. */
  readonly isPlanned?: boolean
  readonly facts?: readonly RunLine[]
  /** The runs of a merged report. */
  readonly runs?: readonly MergedRun[]
  /** The payments of the run, oldest first. */
  readonly payments?: readonly PaymentDocument[]
}

/** A report as one page that needs no network and no script, to be kept, printed and attached. */
export async function htmlReport(
  report: ReportResponse,
  { isPlanned, facts = [], runs = [], payments = [] }: HtmlOptions = {},
): Promise<string> {
  const view = await reportView({
    report,
    worlds: undefined,
    isPlanned,
    afterBooks: (
      <>
        {payments.length > 0 && <Payments payments={payments} />}
        {report.tests.length > 0 && <Tests visit={undefined} tests={report.tests} />}
        {runs.length > 0 && <Runs runs={runs} />}
        {isPlanned && <Blocks of={[coveragePart(report.coverage, true)]} isSaved />}
      </>
    ),
  })
  return wholePage(
    report.headline,
    <>
      <div class="heading payment-heading">
        <h1>Sandgate report</h1>
        <FactLine facts={facts} />
      </div>
      {view}
      <RunFacts
        title={runs.length === 0 ? 'The run' : `${runs.length} runs`}
        facts={[
          ['Totals', totalsText(report)],
          ['Times', timesText(report)],
        ]}
      />
      <HowToRead kind="report" />
      <Glossary kind="report" />
    </>,
  )
}

/** `120 requests, 40 payments, AUD 1,998.00 charged; 2 errors, 1 warning, 0 notes`. */
function totalsText({ requests, tests, counts }: ReportResponse): string {
  const charged: Record<string, number> = {}
  for (const [currency, cents] of tests.flatMap((test) => Object.entries(test.charged))) {
    charged[currency] = (charged[currency] ?? 0) + cents
  }
  const payments = tests.reduce((sum, test) => sum + test.payments, 0)
  const money = Object.keys(charged).length === 0 ? [] : [`${sumText(charged)} charged`]
  const calls = [counted(requests, 'request'), counted(payments, 'payment'), ...money]
  const found = severities.map((kind) => counted(counts[kind], kind))
  return `${calls.join(', ')}; ${found.join(', ')}`
}

/** Which clock the times of the findings are by. */
function timesText({ tests, findings }: ReportResponse): string {
  const moved = [...tests, ...findings.flatMap(({ evidence }) => evidence)].flatMap((one) => {
    const [at = '', real = ''] = ['at', 'real_at'].map((name) => String(memberOf(one, name)))
    const by = Math.abs(Date.parse(at) - Date.parse(real))
    return by > MINUTE ? [{ at, real, by }] : []
  })
  const [worst] = moved.sort((one, other) => other.by - one.by)
  const words = 'sandbox time in Sydney'
  if (worst === undefined) return words
  const [at, real] = [worst.at, worst.real].map(dateTimeText)
  return `${words}; the sandbox clock showed ${at} when it was ${real}`
}

/** One row for each run, with how it was made. */
function Runs({ runs }: { runs: readonly MergedRun[] }) {
  return (
    <Table
      rows={runs}
      columns={[
        [
          'Run',
          ({ file }) => <span class={file.length > 40 ? '' : 'tight'}>{file}</span>,
          'own-line',
        ],
        ['Verdict', (run) => <RunVerdict {...run} />, 'own-line'],
        ['How it was made', ({ facts }) => factsText(facts), 'value own-line'],
      ]}
      label="Runs"
    />
  )
}

function RunVerdict({ verdict, headline }: Pick<MergedRun, 'verdict' | 'headline'>) {
  const { mark, tone } = ladderLooks[verdict]
  return (
    <>
      <Mark name={mark} tone={tone} /> <Unbroken text={headline} />
    </>
  )
}

/** `Wed 18 Nov 2026, 02:56:53 in Sydney; version 1.0.0; command npm test` */
function factsText(facts: MergedRun['facts']): string {
  const texts = Object.entries(facts).map(([name, value]) => {
    const text = factText(name, value)
    return name === 'Date' ? text : `${name.toLowerCase()} ${text}`
  })
  return texts.join('; ')
}

const MOST_PAYMENTS = 500

/** Every payment of a run in one line, the worst first, else in their order. */
function Payments({ payments }: { payments: readonly PaymentDocument[] }) {
  const rows = [...payments].sort(
    (one, other) =>
      rank(one) - rank(other) || (other.doubled?.count ?? 0) - (one.doubled?.count ?? 0),
  )
  const money = (cents: number, currency: string) => (cents === 0 ? '' : moneyText(cents, currency))
  return (
    <Panel class="stack" id="payments" title="Payments" count={numberText(payments.length)}>
      <Table
        rows={rows.slice(0, MOST_PAYMENTS)}
        columns={[
          [
            'Outcome',
            (payment) => (
              <>
                <VerdictWord payment={payment} />
                {(payment.doubled?.count ?? 0) > 2 && payment.doubled && (
                  <div class="soft">{doubledText(payment.doubled)}</div>
                )}
              </>
            ),
            'tight',
          ],
          ['Payment', ({ reference }) => reference || 'no reference', 'long'],
          ['Test', ({ test }) => testName(test), 'long'],
          ['Amount', ({ amount, currency }) => moneyText(amount, currency), 'number'],
          ['Charged', ({ charged, currency }) => money(charged, currency), 'number'],
          ['Refunded', ({ refunded, currency }) => money(refunded, currency), 'number'],
        ]}
        isFocusable
      />
      {rows.length > MOST_PAYMENTS && (
        <p class="soft">{counted(rows.length - MOST_PAYMENTS, 'more payment')}.</p>
      )}
    </Panel>
  )
}

/** What is wrong comes first; what is well stays in its order. */
function rank({ verdict }: PaymentDocument): number {
  return Math.min(verdicts.indexOf(verdict), verdicts.indexOf('failed'))
}

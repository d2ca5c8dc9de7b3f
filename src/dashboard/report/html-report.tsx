import { moneyText } from '../../domain/money.ts'
import type { CoverageDocument } from '../../insight/coverage/coverage.ts'
import type {
  ReportDocument as ReportAnswer,
  StoryDocument,
} from '../../insight/report/report-document.ts'
import { Facts, numberHead, Table } from '../parts/table.tsx'
import { doubledText } from '../story/doubled-text.ts'
import { verdicts } from '../story/verdict.ts'
import { VerdictWord } from '../story/verdict-word.tsx'
import { counted } from '../words/numbers.ts'
import { ReportView } from './report-view.tsx'
import { wholePage } from './whole-page.tsx'

/** What a reader of a report must know of the run: `['Version', '0.2.0']`. */
type RunLine = readonly [name: string, value: string]

interface HtmlOptions {
  /** That of a plan, where there is one. */
  readonly coverage?: CoverageDocument
  readonly facts?: readonly RunLine[]
  /** The payments of the run, oldest first. */
  readonly stories?: readonly StoryDocument[]
}

/** A report as one page that needs no network and no script, to be kept, printed and attached. */
export function htmlReport(
  report: ReportAnswer,
  { coverage = report.coverage, facts = [], stories = [] }: HtmlOptions = {},
): string {
  return wholePage(
    report.headline,
    <>
      <h1>Sandgate report</h1>
      <ReportView
        report={{ ...report, coverage }}
        payments={stories.length > 0 && <Payments stories={stories} />}
      />
      {facts.length > 0 && <RunFacts facts={facts} />}
    </>,
  )
}

function RunFacts({ facts }: { facts: readonly RunLine[] }) {
  return (
    <section class="panel" aria-labelledby="facts-title">
      <h2 id="facts-title">The run</h2>
      <Facts facts={facts} />
    </section>
  )
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

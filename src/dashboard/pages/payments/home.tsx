import type { PaymentsResponse } from '../../../http/contract/control/calls/report.ts'
import type { RunSummary, Visit } from '../../../http/pages/visit.ts'
import { counted } from '../../../insight/counted.ts'
import { testName } from '../../../insight/report/text-report.ts'
import { isSpent } from '../../../scenario/describe/rule-counts.ts'
import { callControl, ofWorld } from '../../control-call.ts'
import { type Frame, type PageRoute, ROWS } from '../../layout/frame.ts'
import { renderPage } from '../../layout/page.tsx'
import { Chips, listedOrWrong, Pager } from '../../lists/filter.tsx'
import { openAnswers, soonest } from '../../open-answers.ts'
import { MarkLegend } from '../../parts/mark.tsx'
import { Panel } from '../../parts/table.tsx'
import { SaveLinks } from '../../parts/text.tsx'
import { storiesQuery, storyChips, VerdictFilter } from '../../story/story-filter.tsx'
import { StoryList } from '../../story/story-list.tsx'
import { doublesIn, type OpenResponse, TestTable, worstFirst } from '../../story/test-table.tsx'
import { isAlarming } from '../../story/verdict.tsx'
import { VerdictStrip } from '../../story/verdict-strip.tsx'
import { pageAddress } from '../../words/address.ts'
import { EmptyHome, Tools } from './panels.tsx'
import { breakNext, disarm, makePurchase, samplePurchase } from './payment-forms.ts'

/** Rows of the overview; the report has all of them. */
const TESTS = 8

export const homeRoute: PageRoute = {
  path: '/',
  forms: [makePurchase, breakNext, disarm],
  async show(frame) {
    const { visit } = frame
    const { listed, wrong } = await loadStories(visit)
    const { rules } = await callControl(visit, 'rules')
    const armed = rules.filter((rule) => !isSpent(rule))
    const about = frame.notice?.rule
    const isOver = about !== undefined && !armed.some(({ name }) => name === about)
    const run = visit.runSummary()
    const empty = await emptyPart(frame, listed, run)
    const { totals } = listed
    const open = await openAnswers(
      visit,
      totals.verdicts.unresolved + (run.counts_by_code.unresolved ?? 0),
    )
    const { test: wanted } = visit.query
    const found = run.tests.find(({ id }) => id === wanted)
    const test = found ? testName({ ...found, test: found.name }) : wanted
    const doubled = totals.verdicts['double-charge']
    const title = doubled === 0 ? 'Payments' : counted(doubled, 'double charge')
    const isAlarm = isAlarming(totals) || run.tests.some((one) => doublesIn(one) > 0)
    const shown = isOver ? { ...frame, notice: undefined } : frame
    return renderPage(
      { frame: shown, title, section: 'Payments', isAlarm, again: soonest(open) },
      <>
        <h1 class="out-of-sight">Payments</h1>
        <VerdictStrip {...{ visit, run, open }} sums={empty === null ? totals : undefined} />
        <Overview {...{ visit, run, open }} />
        <div class="columns">
          <div class="wide">
            {empty ?? (
              <>
                <VerdictFilter visit={visit} sums={totals} />
                <Chips chips={storyChips(visit, test)} />
                <Chosen {...{ frame, listed, wrong, open }} />
              </>
            )}
          </div>
          <Tools visit={visit} armed={armed}>
            {run.tests.length > 0 && (
              <p class="inline">
                <SaveLinks visit={visit} />
              </p>
            )}
            {frame.transactions > 0 && (
              <p>
                <a href={pageAddress(visit, '/transactions')}>
                  {counted(frame.transactions, 'stored transaction')}
                </a>
              </p>
            )}
            <MarkLegend />
          </Tools>
        </div>
      </>,
    )
  },
}

/** Newest first, or what is wrong with the filter in the address. */
type LoadedStories = { readonly listed: PaymentsResponse; readonly wrong?: string | undefined }

/**
 * Of this world since its last reset, or of the test in the address; a recorded run is shown whole,
 * resets and worlds included.
 */
async function loadStories(visit: Visit): Promise<LoadedStories> {
  const { test } = visit.query
  const isAll = visit.isReadOnly || test !== undefined
  const place = isAll ? visit : ofWorld(visit)
  const part = { test: test ?? (visit.isReadOnly ? undefined : 'current') }
  const query = { ...part, ...storiesQuery(visit), limit: ROWS }
  const { list, errors } = await listedOrWrong(callControl(place, 'payments', query))
  if (list !== undefined) return { listed: list }
  const listed = await callControl(place, 'payments', { ...part, limit: 1 })
  const wrong = Object.entries(errors).map(([name, message]) => `${name}: ${message}`)
  return { listed: { ...listed, payments: [], next_cursor: null }, wrong: wrong.join('; ') }
}

/** What to show if there are no payments; else null. */
async function emptyPart(
  { visit, transactions }: Frame,
  listed: PaymentsResponse,
  run: RunSummary,
) {
  if (listed.totals.payments > 0 || visit.query.test !== undefined) return null
  if (!visit.isJudged && transactions > 0) {
    return (
      <p class="caution">
        Judging is switched off (<code>report.judge: false</code> in the config): attempts are not
        grouped into payments, and nothing is checked. See the{' '}
        <a href={pageAddress(visit, '/transactions')}>transactions</a>.
      </p>
    )
  }
  const sample = await samplePurchase(visit, 'order 1', 4995)
  return <EmptyHome {...{ visit, run, sample, stored: transactions }} />
}

type OverviewProps = { visit: Visit; run: RunSummary; open: readonly OpenResponse[] }

/** One row per test, if the run has several. */
function Overview({ visit, run: { tests }, open }: OverviewProps) {
  // A single test that is shown below needs no row.
  const isShown = tests.length === 1 && tests[0]?.world === visit.world && !tests[0].ended
  if (tests.length === 0 || isShown || visit.query.test !== undefined) return null
  const more = tests.length - TESTS
  const title = counted(tests.length, 'test')
  return (
    <Panel class="stack" id="tests" title={title} count="of this run, the worst first">
      <TestTable visit={visit} tests={worstFirst(tests).slice(0, TESTS)} open={open} />
      {more > 0 && (
        <p>
          <a href={`${pageAddress(visit, '/report')}#tests`}>{counted(more, 'more test')}</a>
        </p>
      )}
    </Panel>
  )
}

type ChosenProps = LoadedStories & { frame: Frame; open: readonly OpenResponse[] }

function Chosen({ frame, listed, wrong, open }: ChosenProps) {
  const { visit, worlds } = frame
  const { payments, totals, next_cursor } = listed
  if (wrong !== undefined) {
    return (
      <p class="bad" role="alert">
        This filter cannot be read. {wrong}.
      </p>
    )
  }
  if (payments.length === 0) {
    return <p class="empty">No payment matches. Remove a filter, or choose another verdict.</p>
  }
  const isLast = next_cursor === null && storyChips(visit, undefined).length === 0
  const gone = isLast && !visit.query.cursor ? totals.payments - payments.length : 0
  return (
    <>
      <StoryList {...{ visit, stories: payments, worlds, open }} />
      <Pager visit={visit} next={next_cursor} older="Older payments" />
      {gone > 0 && (
        // Payments without findings are kept up to a limit; their transactions are all kept.
        <p class="soft">
          {counted(gone, 'older payment')} without findings {gone === 1 ? 'is' : 'are'} no longer
          kept as payments. Their <a href={pageAddress(visit, '/transactions')}>transactions</a>{' '}
          are.
        </p>
      )}
    </>
  )
}

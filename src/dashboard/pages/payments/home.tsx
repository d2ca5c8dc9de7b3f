import { nextTurn } from '../../../base/in-batches.ts'
import { counted, numberText } from '../../../base/text/counted.ts'
import type { PaymentsResponse } from '../../../control/contract/calls/report.ts'
import type { InputOf } from '../../../control/control-calls.ts'
import type { RunWithoutFindings, Visit } from '../../../control/pages/visit.ts'
import { testName } from '../../../judge/report/test-name.ts'
import { isSpent } from '../../../scenario/describe/rule-counts.ts'
import { callControl, ofWorld } from '../../control-call.ts'
import { ActionButton } from '../../layout/form.tsx'
import { type Frame, type PageRoute, ROWS } from '../../layout/frame.ts'
import { renderPage } from '../../layout/page.tsx'
import { Chips, listedOrWrong, Pager } from '../../lists/filter.tsx'
import { MarkLegend } from '../../parts/mark.tsx'
import { Panel } from '../../parts/table.tsx'
import { SaveLinks } from '../../parts/text.tsx'
import {
  judgedSoFar,
  type OpenResponse,
  openAnswers,
  soonest,
  unjudgedPayments,
} from '../../payment/open-response.ts'
import { paymentChips, paymentsQuery, VerdictFilter } from '../../payment/payment-filter.tsx'
import { PaymentList } from '../../payment/payment-list.tsx'
import { doublesIn, TestTable, testsText, worstFirst } from '../../payment/test-table.tsx'
import { isAlarming, isUnjudged } from '../../payment/verdict.tsx'
import { troubles, VerdictStrip } from '../../payment/verdict-strip.tsx'
import { pageAddress } from '../../words/address.ts'
import { EmptyHome, Tools } from './panels.tsx'
import {
  breakNext,
  disarm,
  loseOwn,
  makePurchase,
  newRun,
  samplePurchase,
} from './payment-forms.ts'

/** Rows of the overview; the others are folded, and the report has all of them. */
const TESTS = 3
const FOLDED = 8

/** The most payments of each bad kind that come first. */
const BAD = 20

export const homeRoute: PageRoute = {
  path: '/',
  forms: [makePurchase, loseOwn, breakNext, disarm, newRun],
  async show(frame) {
    const { visit } = frame
    const whole = visit.runSummary()
    const isAll = coversRun(visit, whole)
    const open = openAnswers(visit)
    const { listed: loaded, wrong } = await loadPayments(visit, isAll, open)
    const { rules } = await callControl(visit, 'rules')
    const armed = rules.filter((rule) => !isSpent(rule))
    const about = frame.notice?.rule
    const isOver = about !== undefined && !armed.some(({ name }) => name === about)
    const isShown = isOnPage(visit, isAll)
    const waiting = open.filter(({ payment }) => isShown(payment)).length
    const own = unjudgedPayments(visit)
    const listed = { ...loaded, totals: withoutOwn(loaded.totals, own.filter(isShown).length) }
    const run = judgedSoFar({ ...whole, findings: [] }, open)
    const empty = await emptyPart(frame, listed, run)
    const { totals } = listed
    const { test: wanted } = visit.query
    const found = run.tests.find(({ id }) => id === wanted)
    const test = found ? testName(found) : wanted
    const doubled = totals.verdicts['double-charge']
    const title = doubled === 0 ? 'Payments' : counted(doubled, 'double charge')
    const isAlarm = isAlarming(totals) || run.tests.some((one) => doublesIn(one) > 0)
    await nextTurn()
    const shown = isOver ? { ...frame, notice: undefined } : frame
    return renderPage(
      { frame: shown, title, section: 'Payments', isAlarm, again: soonest(open) },
      <>
        <h1 class="out-of-sight">Payments</h1>
        <VerdictStrip
          {...{ visit, run, open, waiting, isAll }}
          payments={listed.payments}
          sums={empty === null ? totals : undefined}
        />
        <Overview {...{ visit, run, open, now: frame.clock.now }} />
        <div class="columns">
          <div class="wide">
            {empty ?? (
              <>
                <VerdictFilter visit={visit} sums={totals} waiting={waiting} />
                <Chips chips={paymentChips(visit, test)} />
                <Chosen {...{ frame, listed, wrong, open, run }} />
              </>
            )}
          </div>
          <Tools visit={visit} armed={armed} isEmpty={empty !== null}>
            {run.tests.length > 0 && (
              <div class="buttons">
                <SaveLinks visit={visit} />
                <ActionButton
                  {...{ visit, form: newRun, label: 'New run', back: '/' }}
                  title="Reset this world and clear the report; loaded scenarios stay"
                />
              </div>
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
type LoadedPayments = { readonly listed: PaymentsResponse; readonly wrong?: string | undefined }

/** Whether the page lists the payments of all worlds and tests: of a recorded run, or if there are several. */
function coversRun(visit: Visit, { tests }: RunWithoutFindings): boolean {
  if (visit.isReadOnly) return true
  return visit.prefix === '' && tests.length > 1
}

/** Of the test in the address, of the whole run, or of this world since its last reset. */
async function loadPayments(
  visit: Visit,
  isAll: boolean,
  open: readonly OpenResponse[],
): Promise<LoadedPayments> {
  const { test } = visit.query
  const scope = isAll || test !== undefined ? visit : ofWorld(visit)
  const part = { test: test ?? (isAll ? undefined : 'current') }
  const query = { ...part, ...paymentsQuery(visit), limit: ROWS }
  const { list, errors } = await listedOrWrong(firstFound(scope, query, soughtBy(visit, open)))
  if (list !== undefined) {
    const bad = isFiltered(visit) ? [] : await badOnes(scope, part, list.totals, open)
    const isBad = (id: string) => bad.some((one) => one.id === id)
    const others = list.payments.filter(({ id }) => !isBad(id))
    const first = visit.query.after ? [] : bad
    return { listed: { ...list, payments: [...first, ...others] } }
  }
  const listed = await callControl(scope, 'payments', { ...part, limit: 1 })
  const wrong = Object.entries(errors).map(([name, message]) => `${name}: ${message}`)
  return { listed: { ...listed, payments: [], next: null }, wrong: wrong.join('; ') }
}

type Scope = Parameters<typeof callControl>[0]
type Listed = PaymentsResponse['payments'][number]

/** The first page with payments that are sought, or the last one. */
async function firstFound(
  scope: Scope,
  query: InputOf<'payments'>,
  isSought: (one: Listed) => boolean,
): Promise<PaymentsResponse> {
  await nextTurn()
  const list = await callControl(scope, 'payments', query)
  const payments = list.payments.filter(isSought)
  if (payments.length > 0 || list.next === null) return { ...list, payments }
  return await firstFound(scope, { ...query, after: list.next }, isSought)
}

/** What the control API cannot tell apart: whether an unresolved payment waits, or is judged. */
function soughtBy(visit: Visit, open: readonly OpenResponse[]): (one: Listed) => boolean {
  const { waiting, verdict } = visit.query
  const opened = new Set(open.map(({ payment }) => payment))
  if (waiting !== undefined) return ({ id }) => opened.has(id)
  if (verdict === 'unresolved') return (one) => !opened.has(one.id) && !isUnjudged(one)
  return () => true
}

/** Those that must be seen before any other, the worst kind first, and of a kind the most money. */
async function badOnes(
  scope: Scope,
  part: InputOf<'payments'>,
  { verdicts }: PaymentsResponse['totals'],
  open: readonly OpenResponse[],
) {
  const opened = new Set(open.map(({ payment }) => payment))
  const judged = { ...verdicts, unresolved: verdicts.unresolved - open.length }
  const kinds = troubles.map(([verdict]) => verdict).filter((verdict) => judged[verdict] > 0)
  const lists = await Promise.all(
    kinds.map((verdict) =>
      firstFound(
        scope,
        { ...part, verdict, limit: BAD },
        (one) => one.verdict === verdict && !isUnjudged(one) && !opened.has(one.id),
      ),
    ),
  )
  return lists.flatMap(({ payments }) =>
    payments.toSorted((one, other) => stakeOf(other) - stakeOf(one)),
  )
}

/** What was taken too much or too little, or is in doubt. */
function stakeOf({ charged, refunded, amount }: Listed): number {
  return Math.abs(charged - refunded - amount) || amount
}

function isFiltered(visit: Visit): boolean {
  const { after: _, ...query } = paymentsQuery(visit)
  return Object.keys(query).length > 0 || visit.query.test !== undefined
}

type Totals = PaymentsResponse['totals']

/** The totals without these unresolved payments. */
function withoutOwn(totals: Totals, own: number): Totals {
  const { verdicts } = totals
  return { ...totals, verdicts: { ...verdicts, unresolved: verdicts.unresolved - own } }
}

/** Whether the page covers a payment, by its id. */
function isOnPage(visit: Visit, isAll: boolean): (id: string) => boolean {
  const { test } = visit.query
  if (isAll && test === undefined) return () => true
  return (id) => id.startsWith(`${test ?? visit.world}-`)
}

/** What to show if there are no payments; else null. */
async function emptyPart(
  { visit, transactions }: Frame,
  listed: PaymentsResponse,
  run: RunWithoutFindings,
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

interface OverviewProps {
  readonly visit: Visit
  readonly now: string
  readonly run: RunWithoutFindings
  readonly open: readonly OpenResponse[]
}

/** One row per test, if the run has several. */
function Overview({ visit, now, run: { tests }, open }: OverviewProps) {
  // A single test that is shown below needs no row.
  const isShown = tests.length === 1 && tests[0]?.world === visit.world && !tests[0].ended
  if (tests.length === 0 || isShown || visit.query.test !== undefined) return null
  const sorted = worstFirst(tests)
  const bad = sorted.filter(({ counts }) => counts.error > 0).slice(0, TESTS)
  const others = sorted.slice(bad.length, bad.length + FOLDED)
  const more = tests.length - bad.length - others.length
  const title = testsText(tests)
  return (
    <Panel class="stack" id="tests" title={title} count="of this run, the worst first">
      {bad.length > 0 && <TestTable {...{ visit, now, open }} tests={bad} />}
      {others.length > 0 && (
        <details id="other-tests">
          <summary>
            {bad.length > 0 ? `${numberText(others.length + more)} more` : 'Show them'}
          </summary>
          <TestTable {...{ visit, now, open }} tests={others} />
          {more > 0 && (
            <p>
              <a href={`${pageAddress(visit, '/report')}#tests`}>{numberText(more)} more</a>
            </p>
          )}
        </details>
      )}
    </Panel>
  )
}

type ChosenProps = LoadedPayments & {
  frame: Frame
  open: readonly OpenResponse[]
  run: RunWithoutFindings
}

function Chosen({ frame, listed, wrong, open, run }: ChosenProps) {
  const { visit, worlds, clock } = frame
  const { payments, totals, next } = listed
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
  const running = run.tests.filter(({ ended }) => !ended).map(({ id }) => id)
  const isLast = next === null && paymentChips(visit, undefined).length === 0
  const gone = isLast && !visit.query.after ? totals.payments - payments.length : 0
  return (
    <>
      <PaymentList {...{ visit, now: clock.now, payments, worlds, open, running }} />
      <Pager visit={visit} next={next} older="Older payments" />
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

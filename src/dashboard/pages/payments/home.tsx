import { nextTurn } from '../../../document/in-batches.ts'
import type { StoriesAnswer, SumsAnswer } from '../../../http/contract/control/calls/report.ts'
import type { RuleAnswer } from '../../../http/contract/control/calls/scenarios.ts'
import type { RunVerdict, Visit } from '../../../http/pages/visit.ts'
import { isSpent } from '../../../scenario/telling/rule-counts.ts'
import { samplePurchase } from '../../actions/payment-actions.ts'
import { asked, ofWorld, Refused } from '../../asked.ts'
import type { Frame, PageRoute } from '../../layout/frame.ts'
import { page } from '../../layout/page.tsx'
import { Chips, Pager } from '../../lists/filter.tsx'
import { MarkLegend } from '../../parts/mark.tsx'
import { SaveLinks } from '../../parts/text.tsx'
import { storiesQuery, storyChips, VerdictFilter } from '../../story/story-filter.tsx'
import { StoryList } from '../../story/story-list.tsx'
import { TestTable, worstFirst } from '../../story/test-table.tsx'
import { isAlarming } from '../../story/verdict.tsx'
import { RunStrip, VerdictStrip } from '../../story/verdict-strip.tsx'
import { pageAddress } from '../../words/address.ts'
import { counted } from '../../words/numbers.ts'
import { EmptyHome, UnjudgedHome } from './empty-home.tsx'
import { BreakPanel, MakePanel } from './panels.tsx'

/** Rows of a list at most. */
export const ROWS = 200

/** Rows of the overview; its own page has all of them. */
const TESTS = 12

export const homeRoute: PageRoute = {
  path: '/',
  async show(frame) {
    const { visit } = frame
    const [{ told, wrong }, { rules }] = await Promise.all([
      loadStories(visit),
      asked(visit, 'rules'),
    ])
    const armed = rules.filter((rule) => !isSpent(rule))
    const about = frame.notice?.rule
    const isOver = about !== undefined && !armed.some(({ name }) => name === about)
    // With thousands of payments, each part takes half of what a turn may.
    await nextTurn()
    const run = await visit.runVerdict()
    const empty = await emptyPart(frame, told, run)
    await nextTurn()
    return homePage({
      frame: isOver ? { ...frame, notice: undefined } : frame,
      told,
      wrong,
      armed,
      run,
      empty,
    })
  },
}

/** All tests of the run, where home shows only some. */
export const testsRoute: PageRoute = {
  path: '/tests',
  async show(frame) {
    const { visit } = frame
    const { tests } = await visit.runVerdict()
    return page(
      { frame, title: 'Tests', section: 'Payments' },
      <>
        <h1>Tests</h1>
        <p class="soft">
          One for each label or reset of a world, the worst first. A click opens its payments.
        </p>
        {tests.length === 0 ? (
          <p class="empty">Nothing has happened yet.</p>
        ) : (
          <TestTable visit={visit} tests={worstFirst(tests)} />
        )}
      </>,
    )
  },
}

interface LoadedStories {
  /** Newest first. */
  readonly told: StoriesAnswer
  /** What is wrong with the filter in the address. */
  readonly wrong?: string | undefined
}

/**
 * Of this world since its last reset, or of the test in the address; a recorded run is shown whole,
 * resets and worlds included.
 */
async function loadStories(visit: Visit): Promise<LoadedStories> {
  const { chapter } = visit.query
  const isAll = visit.isReadOnly || chapter !== undefined
  const place = isAll ? visit : ofWorld(visit)
  const part = { chapter: chapter ?? (visit.isReadOnly ? undefined : 'current') }
  try {
    return { told: await asked(place, 'stories', { ...part, ...storiesQuery(visit), limit: ROWS }) }
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 422) throw error
    const told = await asked(place, 'stories', { ...part, limit: 1 })
    const wrong = error.errors.map((one) => `${one.location.at(-1)}: ${one.error_message}`)
    return { told: { ...told, stories: [], next_cursor: null }, wrong: wrong.join('; ') }
  }
}

/** What to say where there is nothing; nothing where there is something. */
async function emptyPart(frame: Frame, { sums }: StoriesAnswer, { tests }: RunVerdict) {
  const { visit, transactions } = frame
  if (sums.payments > 0 || visit.query.chapter !== undefined) return null
  if (hasUnjudged(frame)) {
    const { transactions: latest } = await asked(visit, 'transactions', { limit: ROWS })
    return <UnjudgedHome visit={visit} transactions={latest} />
  }
  const sample = await samplePurchase(visit, { reference: 'order 1', cents: 4995 })
  return (
    <EmptyHome visit={visit} sample={sample} isFirst={tests.length === 0} stored={transactions} />
  )
}

interface HomeProps extends LoadedStories {
  readonly frame: Frame
  readonly armed: readonly RuleAnswer[]
  readonly run: RunVerdict
  readonly empty: Awaited<ReturnType<typeof emptyPart>>
}

function homePage({ frame, told, wrong, armed, run, empty }: HomeProps): string {
  const { visit } = frame
  const { sums } = told
  return page(
    { frame, title: titleOf(sums), section: 'Payments', isAlarm: isAlarming(sums) || run.isAlarm },
    <>
      <h1 class="out-of-sight">Payments</h1>
      {empty === null && <VerdictStrip visit={visit} sums={sums} run={run} />}
      {empty !== null && run.hasTrouble && <RunStrip visit={visit} run={run} />}
      <Overview visit={visit} run={run} />
      <div class="columns">
        <div class="wide">
          {empty ?? (
            <>
              <VerdictFilter visit={visit} sums={sums} />
              <Chips chips={storyChips(visit, chosenTest(visit, run))} />
              <Chosen frame={frame} told={told} wrong={wrong} />
            </>
          )}
        </div>
        <aside>
          <BreakPanel visit={visit} armed={armed} />
          {(empty === null || hasUnjudged(frame)) && <MakePanel visit={visit} />}
          {run.tests.length > 0 && (
            <p class="inline">
              <SaveLinks visit={visit} />
            </p>
          )}
          <Stored frame={frame} />
          <MarkLegend />
        </aside>
      </div>
    </>,
  )
}

function chosenTest({ query: { chapter } }: Visit, { tests }: RunVerdict): string | undefined {
  return tests.find(({ id }) => id === chapter)?.name ?? chapter
}

/** One row per test, where the run has several. */
function Overview({ visit, run: { tests } }: Pick<HomeProps, 'run'> & { visit: Visit }) {
  // A single test that is shown below needs no row.
  const isShown = tests.length === 1 && tests[0]?.world === visit.world && !tests[0].ended
  if (tests.length === 0 || isShown || visit.query.chapter !== undefined) return null
  const more = tests.length - TESTS
  return (
    <section class="stack" aria-labelledby="tests-title" id="tests">
      <h2 id="tests-title">
        {counted(tests.length, 'test')} <span class="soft">of this run, the worst first</span>
      </h2>
      <TestTable visit={visit} tests={worstFirst(tests).slice(0, TESTS)} />
      {more > 0 && (
        <p>
          <a href={pageAddress(visit, '/tests')}>{counted(more, 'more test')}</a>
        </p>
      )}
    </section>
  )
}

/** The way to everything that is stored, seeded or not. */
function Stored({ frame: { visit, transactions } }: { frame: Frame }) {
  if (transactions === 0) return null
  return (
    <p>
      <a href={pageAddress(visit, '/transactions')}>
        {transactions === 1
          ? 'The stored transaction'
          : `All ${counted(transactions, 'transaction')}`}
      </a>
    </p>
  )
}

/** There are payments, though no stories of them. */
function hasUnjudged({ visit, transactions }: Frame): boolean {
  return !visit.isJudged && transactions > 0
}

function titleOf({ verdicts: { 'double-charge': doubled } }: SumsAnswer): string {
  return doubled === 0 ? 'Payments' : counted(doubled, 'double charge')
}

function Chosen({ frame, told, wrong }: Pick<HomeProps, 'frame' | 'told' | 'wrong'>) {
  const { visit, worlds } = frame
  const { stories, sums, next_cursor } = told
  if (wrong !== undefined) {
    return (
      <p class="bad" role="alert">
        This filter cannot be read. {wrong}.
      </p>
    )
  }
  if (stories.length === 0) {
    return <p class="empty">No payment matches. Remove a filter, or choose another verdict.</p>
  }
  const isLast = next_cursor === null && storyChips(visit, undefined).length === 0
  const gone = isLast && !visit.query.cursor ? sums.payments - stories.length : 0
  return (
    <>
      <StoryList visit={visit} stories={stories} worlds={worlds} />
      <Pager visit={visit} next={next_cursor} older="Older payments" />
      {gone > 0 && <NotKept visit={visit} count={gone} />}
    </>
  )
}

/** Payments without findings are kept up to a limit; their transactions are all there. */
function NotKept({ visit, count }: { visit: Visit; count: number }) {
  return (
    <p class="soft">
      {counted(count, 'older payment')} without findings {count === 1 ? 'is' : 'are'} no longer kept
      as payments. Their <a href={pageAddress(visit, '/transactions')}>transactions</a> are.
    </p>
  )
}

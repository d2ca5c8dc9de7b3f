import type { StoriesAnswer, SumsAnswer } from '../../../http/contract/control/calls/report.ts'
import type { RuleAnswer, RulesAnswer } from '../../../http/contract/control/calls/scenarios.ts'
import type { TransactionsAnswer } from '../../../http/contract/control/calls/transactions.ts'
import type { RunVerdict, Visit } from '../../../http/pages/visit.ts'
import { isSpent } from '../../../scenario/telling/rule-counts.ts'
import { samplePurchase } from '../../actions/payment-actions.ts'
import { asked } from '../../asked.ts'
import type { Frame, PageRoute } from '../../layout/frame.ts'
import { page } from '../../layout/page.tsx'
import { isAlarming } from '../../story/alarm.ts'
import { RunLine } from '../../story/run-line.tsx'
import { filterOf, VerdictFilter } from '../../story/story-filter.tsx'
import { StoryList } from '../../story/story-list.tsx'
import { VerdictStrip } from '../../story/verdict-strip.tsx'
import { counted } from '../../words/numbers.ts'
import { BreakPanel } from './break-panel.tsx'
import { EmptyHome } from './empty-home.tsx'
import { MakePanel } from './make-panel.tsx'
import { UnjudgedHome } from './unjudged-home.tsx'

/** Rows of a list at most. */
export const ROWS = 200

export const homeRoute: PageRoute = {
  path: '/',
  async show(frame) {
    const { visit } = frame
    const [told, { rules }] = await Promise.all([
      loadStories(visit),
      asked<RulesAnswer>(visit, { path: '/rules' }),
    ])
    const armed = rules.filter((rule) => !isSpent(rule))
    const run = await visit.runVerdict()
    return homePage({ frame, told, armed, run, empty: await emptyPart(frame, told) })
  },
}

/** Of this world since its last reset; a recorded run is shown whole, resets and worlds included. */
function partOf(visit: Visit) {
  return visit.isReadOnly
    ? { query: {} }
    : ({ query: { chapter: 'current' }, isOfWorld: true } as const)
}

function loadStories(visit: Visit): Promise<StoriesAnswer> {
  const { query, ...part } = partOf(visit)
  const filtered = { ...query, ...wantedBy(visit), limit: String(ROWS) }
  return asked<StoriesAnswer>(visit, { path: '/stories', ...part, query: filtered })
}

/** What the address asks for, where there is such a thing. */
function wantedBy(visit: Visit): Readonly<Record<string, string>> {
  if (visit.query.verdict === 'charged') return { charged: 'true' }
  return filterOf(visit)?.query ?? {}
}

/** What to say where there is nothing; nothing where there is something. */
async function emptyPart(frame: Frame, { sums }: StoriesAnswer) {
  const { visit, transactions } = frame
  if (sums.payments > 0) return null
  if (hasUnjudged(frame)) return await unjudgedPart(visit)
  const sample = await samplePurchase(visit, { reference: 'order 1', cents: 4995 })
  const others = await otherWorlds(frame)
  return <EmptyHome visit={visit} sample={sample} others={others} stored={transactions} />
}

async function unjudgedPart(visit: Visit) {
  const query = { limit: String(ROWS) }
  const { transactions } = await asked<TransactionsAnswer>(visit, { path: '/transactions', query })
  return <UnjudgedHome visit={visit} transactions={transactions} />
}

/** Where there are payments, if not here. */
async function otherWorlds({ visit, worlds }: Frame): Promise<readonly string[]> {
  const query = { limit: '1000' }
  const { stories } = await asked<StoriesAnswer>(visit, { path: '/stories', query })
  const paid = new Set(stories.map(({ world }) => world))
  return worlds.filter((name) => name !== visit.world && paid.has(name))
}

interface HomeProps {
  readonly frame: Frame
  /** Newest first. */
  readonly told: StoriesAnswer
  readonly armed: readonly RuleAnswer[]
  readonly run: RunVerdict
  readonly empty: Awaited<ReturnType<typeof emptyPart>>
}

function homePage({ frame, told, armed, run, empty }: HomeProps): string {
  const { visit } = frame
  const { sums } = told
  return page(
    { frame, title: titleOf(sums), section: 'Payments', isAlarm: isAlarming(sums) },
    <>
      <h1 class="out-of-sight">Payments</h1>
      {empty === null && <VerdictStrip visit={visit} sums={sums} run={run} />}
      {empty !== null && run.hasTrouble && (
        <p class="caution">
          <RunLine visit={visit} run={run} />
        </p>
      )}
      <div class="columns">
        <div class="wide">
          {empty ?? (
            <>
              <VerdictFilter visit={visit} sums={sums} />
              <Chosen frame={frame} told={told} />
            </>
          )}
        </div>
        <aside>
          <BreakPanel visit={visit} armed={armed} />
          {(empty === null || hasUnjudged(frame)) && <MakePanel visit={visit} />}
        </aside>
      </div>
    </>,
  )
}

/** There are payments, though no stories of them. */
function hasUnjudged({ visit, transactions }: Frame): boolean {
  return !visit.isJudged && transactions > 0
}

function titleOf({ verdicts: { 'double-charge': doubled } }: SumsAnswer): string {
  return doubled === 0 ? 'Payments' : counted(doubled, 'double charge')
}

function Chosen({ frame: { visit, worlds }, told }: Pick<HomeProps, 'frame' | 'told'>) {
  const { stories, sums } = told
  if (stories.length === 0) {
    return <p class="empty">No payment has this verdict. Choose another one above.</p>
  }
  const left = countOf(visit, sums) - stories.length
  return (
    <>
      <StoryList visit={visit} stories={stories} worlds={worlds} />
      {left > 0 && <p class="soft more">{counted(left, 'older payment')} not shown.</p>}
      {Number.isNaN(left) && stories.length === ROWS && (
        <p class="soft more">Older payments are not shown.</p>
      )}
    </>
  )
}

/** How many there are of what is shown; not a number where nobody counts them. */
function countOf(visit: Visit, sums: SumsAnswer): number {
  if (visit.query.verdict === 'charged') return Number.NaN
  return filterOf(visit)?.count(sums) ?? sums.payments
}

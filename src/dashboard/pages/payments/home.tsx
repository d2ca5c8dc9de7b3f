import type { StoriesAnswer } from '../../../http/contract/control/calls/report.ts'
import type { RuleAnswer } from '../../../http/contract/control/calls/rules.ts'
import type { ScenariosAnswer } from '../../../http/contract/control/calls/scenarios.ts'
import type { Visit } from '../../../http/pages/visit.ts'
import type { StoryDocument as Story } from '../../../insight/report/report-document.ts'
import { samplePurchase } from '../../actions/payment-actions.ts'
import { asked } from '../../asked.ts'
import type { Frame } from '../../layout/frame.ts'
import { page } from '../../layout/page.tsx'
import { StoryList } from '../../story/story-list.tsx'
import { isAlarming, tally } from '../../story/tally.ts'
import { VerdictFilter, VerdictStrip } from '../../story/verdict-strip.tsx'
import { counted } from '../../words/counted.ts'
import type { PageRoute } from '../page-route.ts'
import { BreakPanel } from './break-panel.tsx'
import { EmptyHome, MakePurchase, type Sample } from './empty-home.tsx'

/** Rows of a list at most. */
export const ROWS = 200

/** As many as the control API gives at once; the sums are over these. */
const JUDGED = '1000'

export const homeRoute: PageRoute = {
  path: '/',
  async show(frame) {
    const { visit } = frame
    const [stories, { rules }, sample] = await Promise.all([
      loadStories(visit),
      asked<ScenariosAnswer>(visit, { path: '/scenarios' }),
      samplePurchase(visit, 'order 1', 4995),
    ])
    const armed = rules.filter(({ hits, times }) => times !== null && hits < times)
    const others = stories.length === 0 ? await otherWorlds(frame) : []
    return homePage({ frame, stories, armed, sample, others })
  },
}

/** Of this world since its last reset. */
const CURRENT = { query: { limit: JUDGED, chapter: 'current' }, isOfWorld: true } as const

/** Of the whole sandbox; at the address of a world other than the default one, of that world. */
const ALL = { query: { limit: JUDGED } } as const

/** A recorded run is shown whole: what came before a reset is as much part of it. */
async function loadStories(visit: Visit): Promise<readonly Story[]> {
  const part = visit.isReadOnly ? ALL : CURRENT
  return (await asked<StoriesAnswer>(visit, { path: '/stories', ...part })).stories
}

/** Where there are payments, if not here. */
async function otherWorlds({ visit, worlds }: Frame): Promise<readonly string[]> {
  const { stories } = await asked<StoriesAnswer>(visit, { path: '/stories', ...ALL })
  const paid = new Set(stories.map(({ world }) => world))
  return worlds.filter((name) => name !== visit.world && paid.has(name))
}

interface HomeProps {
  readonly frame: Frame
  /** Newest first. */
  readonly stories: readonly Story[]
  readonly armed: readonly RuleAnswer[]
  /** A request to begin with. */
  readonly sample: Sample
  /** Worlds with payments, where this one has none. */
  readonly others: readonly string[]
}

function homePage({ frame, stories, armed, sample, others }: HomeProps): string {
  const { visit } = frame
  const sum = tally(stories)
  return page(
    {
      frame,
      title: titleOf(sum.counts['double-charge']),
      section: 'Payments',
      isAlarm: isAlarming(sum),
    },
    <>
      <h1 class="out-of-sight">Payments</h1>
      {stories.length > 0 && <VerdictStrip visit={visit} tally={sum} />}
      <div class="columns">
        <div class="wide">
          {stories.length === 0 ? (
            <EmptyHome visit={visit} sample={sample} others={others} />
          ) : (
            <>
              <VerdictFilter visit={visit} tally={sum} />
              <Chosen frame={frame} stories={stories} />
            </>
          )}
        </div>
        <aside>
          <BreakPanel visit={visit} armed={armed} />
          {stories.length > 0 && <MakePurchase visit={visit} />}
        </aside>
      </div>
    </>,
  )
}

function titleOf(doubleCharges: number): string {
  return doubleCharges === 0 ? 'Payments' : counted(doubleCharges, 'double charge')
}

function Chosen({ frame: { visit, worlds }, stories }: Pick<HomeProps, 'frame' | 'stories'>) {
  const { verdict } = visit.query
  const chosen = stories.filter((story) =>
    verdict === 'charged' ? story.charged > 0 : verdict === undefined || story.verdict === verdict,
  )
  if (chosen.length === 0) {
    return <p class="empty">No payment has this verdict. Choose another one above.</p>
  }
  const left = chosen.length - ROWS
  return (
    <>
      <StoryList visit={visit} stories={chosen.slice(0, ROWS)} worlds={worlds} />
      {left > 0 && <p class="soft more">{counted(left, 'older payment')} not shown.</p>}
    </>
  )
}

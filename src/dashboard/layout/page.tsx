import type { Child } from 'hono/jsx'
import type { Visit } from '../../http/pages/visit.ts'
import { assetAddress } from '../assets.ts'
import { ladderLooks, Mark, MarkSprite } from '../parts/mark.tsx'
import { pageAddress, sameAddress, worldPlace } from '../words/address.ts'
import { clockTime, dateTimeText, dayOf, weekdayText, withDates } from '../words/time.ts'
import { ClockBar } from './clock-bar.tsx'
import type { Frame } from './frame.ts'

interface PageProps {
  readonly frame: Frame
  readonly title: string
  readonly section?: keyof typeof sections | undefined
  /** Something is badly wrong: the tab turns red. */
  readonly isAlarm?: boolean
  /** In milliseconds: when it changes by itself. */
  readonly again?: number | undefined
  /** Whether it follows what happens; true unless given. */
  readonly isLive?: boolean
  /** The content shows the notice at its own place. */
  readonly hasOwnNotice?: boolean
}

/** A whole page: the same head, navigation, clock and foot around every content. */
export function renderPage(props: PageProps, content: Child): string {
  const { frame, section, isLive = true, hasOwnNotice = false } = props
  const { visit, clock } = frame
  const [weekday, ...day] = weekdayText(dayOf(clock.now)).split(' ')
  const now = `${dateTimeText(clock.now)} in the sandbox, ${dateTimeText(new Date().toISOString())}`
  return documentOf(
    { ...props, visit, pulse: isLive ? frame.pulse : '' },
    <>
      <p class="printed">
        {visit.origin}
        {sameAddress(visit)} · world {visit.world} · {now} in reality, Sydney time
      </p>
      <header class="top">
        <Brand visit={visit} />
        <Navigation visit={visit} section={section} />
        <SearchBox visit={visit} />
        <div class="where">
          <WorldMenu visit={visit} worlds={frame.worlds} />
          <a class="time" href={pageAddress(visit, '/clock')} title={dateTimeText(clock.now)}>
            <span class="weekday">{weekday} </span>
            <span>{day.join(' ')}</span>{' '}
            <time id="now" datetime={clock.now} data-mode={clock.mode}>
              {clockTime(clock.now)}
            </time>
          </a>
        </div>
      </header>
      <ClockBar frame={frame} />
      <main id="content">
        {!hasOwnNotice && <NoticeBox frame={frame} />}
        {content}
      </main>
      <Foot visit={visit} />
    </>,
  )
}

/**
 * A page of no world in particular: signing in, or nothing there.
 * `awaited`: the world that takes its place when there is one.
 */
export function barePage(
  visit: Visit,
  title: string,
  hasNavigation: boolean,
  content: Child,
  awaited?: string,
) {
  return documentOf(
    { visit, title, pulse: '', awaited },
    <>
      <header class="top">
        <Brand visit={visit} />
        {hasNavigation && <Navigation visit={visit} />}
      </header>
      <main id="content">{content}</main>
      {hasNavigation && <Foot visit={visit} />}
    </>,
  )
}

type DocumentProps = Pick<PageProps, 'title' | 'isAlarm' | 'again'> & {
  visit: Visit
  pulse: string
  awaited?: string | undefined
}

function documentOf(props: DocumentProps, content: Child): string {
  const { visit, title, isAlarm = false, pulse, again, awaited } = props
  const icon = assetAddress(isAlarm ? 'icon-alarm.svg' : 'icon.svg')
  // Tabs of different worlds have different titles.
  const world = visit.prefix === '' ? '' : ` · ${visit.world}`
  const state = {
    'data-world': awaited ?? visit.world,
    'data-awaited': awaited && '',
    'data-pulse': pulse,
    'data-again': again,
  }
  return `<!DOCTYPE html>${(
    <html lang="en-AU">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${isAlarm ? '● ' : ''}${title}${world} · Sandgate`}</title>
        <link rel="icon" type="image/svg+xml" href={icon} id="icon" />
        <link rel="stylesheet" href={assetAddress('dashboard.css')} />
        <script src={assetAddress('dashboard.js')} defer />
      </head>
      <body class={isAlarm ? 'alarm' : undefined} {...state}>
        <MarkSprite />
        <a class="skip" href="#content">
          Skip to content
        </a>
        <p class="offline" id="offline" role="status" hidden />
        {visit.isReadOnly && (
          <p class="read-only">{withDates(visit.shows ?? '')}. Nothing here can be changed.</p>
        )}
        {content}
      </body>
    </html>
  )}`
}

function Brand({ visit }: { visit: Visit }) {
  return (
    <a class="brand" href={pageAddress(visit, '/')}>
      <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
        <path d="M2 14V6a6 6 0 0 1 12 0v8h-3V6.500a3 3 0 0 0-6 0V14z" />
      </svg>
      <span>Sandgate</span>
    </a>
  )
}

/** On every page. */
function SearchBox({ visit }: { visit: Visit }) {
  return (
    <search>
      <form method="get" action={pageAddress(visit, '/search')} id="search-form">
        <label class="out-of-sight" for="search-box">
          Search
        </label>
        <input
          id="search-box"
          name="q"
          type="search"
          placeholder="Search ( / )"
          value={visit.path === '/search' ? (visit.query.q ?? '') : ''}
          maxlength={255}
          autocomplete="off"
          data-filter
        />
      </form>
    </search>
  )
}

function Foot({ visit }: { visit: Visit }) {
  return (
    <footer class="foot">
      <a href={pageAddress(visit, '/worlds')}>Worlds</a>
      <a href={pageAddress(visit, '/assumptions')}>Assumptions</a>
      <span class="soft">Sandgate {visit.version}</span>
      {visit.hasToken && (
        <form method="post" action={pageAddress(visit, '/sign-out')} class="inline">
          <button type="submit" class="small">
            Sign out
          </button>
        </form>
      )}
      <span class="keys soft needs-script">
        Press <kbd>?</kbd> for keys
      </span>
    </footer>
  )
}

const sections = {
  Payments: '/',
  Requests: '/requests',
  Clock: '/clock',
  Scenarios: '/scenarios',
  Vault: '/customers',
  Report: '/report',
  Reference: '/docs',
}

function Navigation({ visit, section }: { visit: Visit; section?: PageProps['section'] }) {
  return (
    <nav class="sections" aria-label="Sections">
      {Object.entries(sections).map(([name, path]) => (
        <a href={pageAddress(visit, path)} aria-current={name === section ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

const SHOWN = 20

/** `world-2` before `world-10`. */
const natural = new Intl.Collator('en', { numeric: true })

/** How a world's tests can have gone, the best first; those that tested nothing do not count. */
const worldVerdicts = ['safe', 'warnings', 'unsafe'] as const

/** The worst that was said of each world, by its place among `worldVerdicts`. */
function worldRanks(visit: Visit): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>()
  for (const { world, verdict } of visit.runSummary().tests) {
    const rank = (worldVerdicts as readonly string[]).indexOf(verdict)
    if (rank >= (ranks.get(world) ?? 0)) ranks.set(world, rank)
  }
  return ranks
}

function WorldMark({ rank = -1 }: { rank: number | undefined }) {
  const verdict = worldVerdicts[rank]
  if (verdict === undefined) return <Mark name="none" />
  const { mark, tone } = ladderLooks[verdict]
  return <Mark name={mark} tone={tone} label={verdict} />
}

/** The worlds of this sandbox, one click away. */
function WorldMenu({ visit, worlds }: { visit: Visit; worlds: readonly string[] }) {
  const ranks = worlds.length > 1 ? worldRanks(visit) : new Map<string, number>()
  const rank = (name: string) => ranks.get(name) ?? 0
  const others = worlds
    .filter((name) => name !== visit.world)
    .sort((one, other) => rank(other) - rank(one) || natural.compare(one, other))
  // The same list of another world; one payment or request is there only once.
  const same = Object.values(sections).find((path) => path === visit.path) ?? '/'
  return (
    <details class="worlds menu" id="world-menu">
      <summary>
        <span class="soft">World</span> <b>{visit.world}</b>
      </summary>
      <ul>
        {others.slice(0, SHOWN).map((name) => (
          <li>
            <a href={pageAddress(worldPlace(name), same)}>
              <WorldMark rank={ranks.get(name)} />
              {name}
            </a>
          </li>
        ))}
        <li>
          <a href={pageAddress(visit, '/worlds')}>
            {others.length > SHOWN ? 'All worlds' : 'Manage worlds'}
          </a>
        </li>
      </ul>
    </details>
  )
}

/** The result of the last form. */
export function NoticeBox({ frame: { visit, notice } }: { frame: Frame }) {
  if (notice === undefined) return null
  const { kind, text, details = [] } = notice
  return (
    <section class={`notice ${kind}`} role="status" id="notice">
      <p>
        {text}{' '}
        <a class="dismiss" href={sameAddress(visit)}>
          Dismiss
        </a>
      </p>
      {details.length > 0 && (
        <ul>
          {details.map(({ text: words, to }) => (
            <li>{to === undefined ? words : <a href={to}>{words}</a>}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

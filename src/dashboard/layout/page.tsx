import type { Child } from 'hono/jsx'
import type { Visit } from '../../control/pages/visit.ts'
import { isoUtc } from '../../domain/time/instant.ts'
import { ranText } from '../../judge/report/ran-text.ts'
import { assetAddress } from '../assets.ts'
import { MarkSprite } from '../parts/mark.tsx'
import { pageAddress, sameAddress } from '../words/address.ts'
import { clockTime, dateTimeText, dayOf, weekdayText } from '../words/time.ts'
import { ClockBar } from './clock-bar.tsx'
import type { Frame } from './frame.ts'
import { WorldMenu } from './world-menu.tsx'

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
          <WorldMenu visit={visit} worlds={frame.worlds} same={sectionOf(visit)} />
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
        {visit.shows !== undefined && (
          <section class="read-only" aria-label="Opened run">
            {ranText(visit.shows, (at) => `${dateTimeText(isoUtc(at))} in Sydney`)}. Nothing here
            can be changed.
          </section>
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

/** The same list of another world; one payment or request is there only once. */
function sectionOf({ path }: Visit): string {
  return Object.values(sections).find((section) => section === path) ?? '/'
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

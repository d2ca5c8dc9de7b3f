import type { Scheduled } from '../../control/contract/calls/clock.ts'
import { eventsText } from '../../control/facts/move-words.ts'
import type { CalendarDay } from '../../control/pages/visit.ts'
import { DAY } from '../../domain/time/instant.ts'
import { weekdayText } from '../words/time.ts'
import { ColourKey } from './mark.tsx'

/** Where the days begin, below the word for now, and where they end; across, all is in percent. */
const TOP = 18
const BASE = 72
const MIDDLE = (TOP + BASE) / 2

export type Moment = Pick<Scheduled, 'at' | 'event' | 'audit'>

interface LineProps {
  readonly days: readonly CalendarDay[]
  readonly now: string
  readonly scheduled: readonly Moment[]
  /** What happened, left of now. */
  readonly past: readonly Moment[]
}

/** Days: banking days are highlighted, and events are on their day; what has happened is grey. */
export function DayLine({ days, now, scheduled, past }: LineProps) {
  const column = 100 / days.length
  const start = Date.parse(days[0]?.startsAt ?? now)
  const nowAt = ((Date.parse(now) - start) / DAY) * column
  const nowX = `${nowAt}%`
  const closed = days.filter(({ isBankingDay }) => !isBankingDay).length
  const what = eventsText(scheduled) || 'nothing is scheduled'
  const label = `${days.length} days, ${closed} without banks; ${what}`
  const shown: Shown[] = days.map((day, i) => {
    const end = days[i + 1]?.startsAt ?? new Date(Date.parse(day.startsAt) + DAY).toISOString()
    const isIn = ({ at }: Moment) => at >= day.startsAt && at < end
    const passed = Math.min(1, Math.max(0, nowAt / column - i))
    return { day, passed, events: scheduled.filter(isIn), happened: past.filter(isIn) }
  })
  return (
    <figure>
      <svg class="chart day-line" role="img" aria-label={label}>
        {shown.map((one, i) => (
          <svg x={`${i * column}%`} width={`${column}%`} overflow="visible" aria-hidden="true">
            <Day {...one} />
          </svg>
        ))}
        <line class="axis" x1="0" x2="100%" y1={BASE} y2={BASE} />
        <line class="now" x1={nowX} x2={nowX} y1={TOP - 3} y2={BASE} />
        <text x={nowX} y={TOP - 6} text-anchor={nowAt < 5 ? 'start' : 'middle'}>
          now
        </text>
      </svg>
      <Key shown={shown} />
    </figure>
  )
}

/** A day with what is on it. */
interface Shown {
  readonly day: CalendarDay
  /** How much of it is before now, from 0 to 1. */
  readonly passed: number
  readonly events: readonly Moment[]
  readonly happened: readonly Moment[]
}

function Day({ day, passed, events, happened }: Shown) {
  const returns = events.filter(isReturn).length
  const others = events.length - returns
  const hasBoth = returns > 0 && others > 0
  // What has happened is left of now, and above what comes: a phone has no room for both in a line.
  const before = Math.max(20, 50 * passed)
  const apart = happened.length > 0 && events.length > 0 ? 13 : 0
  const after = Math.min(80, 50 + 50 * passed)
  // Of two kinds, the earlier one is left.
  const aside = hasBoth ? (events[0] && isReturn(events[0]) ? 22 : -22) : 0
  const y = MIDDLE + apart
  const name = weekdayText(day.date)
  const [weekday = '', date, month] = name.split(' ')
  const banks = day.isBankingDay ? 'banking day' : 'banks are closed'
  return (
    <>
      <title>
        {[`${name}: ${banks}`, eventsText(happened, 'happened'), eventsText(events)]
          .filter(Boolean)
          .join(', ')}
      </title>
      <rect
        class={day.isBankingDay ? 'open' : 'closed'}
        {...{ x: '1%', y: TOP, width: '98%', height: BASE - TOP, rx: 4 }}
      />
      {happened.length > 0 && (
        <Count n={happened.length} x={before} y={MIDDLE - apart} tone="calm" />
      )}
      {returns > 0 && <Count n={returns} x={after - aside} y={y} tone="warn" />}
      {others > 0 && <Count n={others} x={after + aside} y={y} tone="good" />}
      <text x="50%" y={BASE + 16} text-anchor="middle">
        {weekday[0]}
        <tspan class="weekday">{weekday.slice(1)}</tspan>
      </text>
      <text x="50%" y={BASE + 32} text-anchor="middle">
        {date}
        <tspan class="month"> {month}</tspan>
      </text>
    </>
  )
}

function isReturn({ event }: Moment): boolean {
  return event === 'returned'
}

type Tone = 'good' | 'warn' | 'calm'

interface CountProps {
  readonly n: number
  /** In percent of its day. */
  readonly x: number
  readonly y: number
  readonly tone: Tone
}

/** How many events; returns are a square of another colour. */
function Count({ n, x, y, tone }: CountProps) {
  const half = n > 99 ? 14 : 11
  const box = { x: -half, y: y - half, width: 2 * half, height: 2 * half }
  return (
    <svg x={`${x}%`} overflow="visible" aria-hidden="true">
      <rect class={`fill-${tone}`} {...box} rx={tone === 'warn' ? 3 : half} />
      <text class="count" y={y + 4} text-anchor="middle">
        {n > 99 ? '99+' : n}
      </text>
    </svg>
  )
}

/** What the colours of the line mean, of those that it has. */
function Key({ shown }: { shown: readonly Shown[] }) {
  const events = shown.flatMap((one) => one.events)
  const kinds: readonly (readonly [Tone, string, boolean])[] = [
    ['calm', 'has happened', shown.some(({ happened }) => happened.length > 0)],
    ['warn', 'will be returned', events.some(isReturn)],
    ['good', 'scheduled', events.some((event) => !isReturn(event))],
  ]
  return (
    <figcaption class="legend">
      {kinds.map(
        ([tone, words, isThere]) =>
          isThere && (
            <span>
              <ColourKey tone={tone} isRound={tone !== 'warn'} /> {words}
            </span>
          ),
      )}
    </figcaption>
  )
}

import { DAY } from '../../domain/time/instant.ts'
import { eventsText } from '../../fields/move-words.ts'
import type { Scheduled } from '../../http/contract/control/calls/clock.ts'
import type { CalendarDay } from '../../http/pages/visit.ts'
import { weekdayText } from '../words/time.ts'

const WIDTH = 980
const HEIGHT = 98
const BASE = 60

interface LineProps {
  readonly days: readonly CalendarDay[]
  readonly now: string
  readonly scheduled: readonly Scheduled[]
  /** What happened, left of now. */
  readonly past: readonly Scheduled[]
}

/** Days: banking days are highlighted, and events are on their day; what has happened is grey. */
export function DayLine({ days, now, scheduled, past }: LineProps) {
  const column = WIDTH / days.length
  const start = Date.parse(days[0]?.startsAt ?? now)
  const nowX = ((Date.parse(now) - start) / DAY) * column
  const closed = days.filter(({ isBankingDay }) => !isBankingDay).length
  const what = eventsText(scheduled) || 'nothing is scheduled'
  const label = `${days.length} days, ${closed} without banks; ${what}`
  return (
    <svg class="chart day-line" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {days.map((day, i) => {
        const end = days[i + 1]?.startsAt ?? new Date(Date.parse(day.startsAt) + DAY).toISOString()
        const isIn = ({ at }: Scheduled) => at >= day.startsAt && at < end
        const [events, happened] = [scheduled.filter(isIn), past.filter(isIn)]
        return <Day {...{ day, end, events, happened }} x={i * column} width={column} />
      })}
      <line class="axis" x1="0" x2={WIDTH} y1={BASE} y2={BASE} />
      <line class="now" x1={nowX} x2={nowX} y1="6" y2={BASE} />
      <text class="now-text" x={nowX + 4} y="14">
        now
      </text>
    </svg>
  )
}

type Placed = { readonly x: number; readonly width: number; readonly end: string }

type DayProps = Placed & { day: CalendarDay; events: Scheduled[]; happened: Scheduled[] }

/** `end`: when the next one begins. */
function Day({ day, end, x, width, events, happened }: DayProps) {
  const returns = events.filter(({ event }) => event === 'returned').length
  const others = events.length - returns
  const hasBoth = returns > 0 && others > 0
  const name = weekdayText(day.date)
  const banks = day.isBankingDay ? 'banking day' : 'banks are closed'
  const place = { x: x + 1, y: 4, width: width - 2, height: BASE - 4, rx: 4 }
  return (
    <g data-from={day.startsAt} data-to={end}>
      <title>
        {[`${name}: ${banks}`, eventsText(happened, 'happened'), eventsText(events)]
          .filter(Boolean)
          .join(', ')}
      </title>
      <rect class={day.isBankingDay ? 'open' : 'closed'} {...place} />
      {happened.length > 0 && (
        <Count n={happened.length} x={x + width * (events.length > 0 ? 0.2 : 0.5)} tone="calm" />
      )}
      {returns > 0 && <Count n={returns} x={x + width * (hasBoth ? 0.28 : 0.5)} tone="warn" />}
      {others > 0 && <Count n={others} x={x + width * (hasBoth ? 0.72 : 0.5)} />}
      {name.split(/ (.*)/, 2).map((words, line) => (
        <text x={x + width / 2} y={BASE + 16 + 16 * line} text-anchor="middle">
          {words}
        </text>
      ))}
    </g>
  )
}

/** How many events; returns are a square of another colour. */
function Count({ n, x, tone = 'good' }: { n: number; x: number; tone?: 'good' | 'warn' | 'calm' }) {
  const half = n > 99 ? 14 : 11
  const place = { x: x - half, y: 36 - half, width: 2 * half, height: 2 * half }
  return (
    <>
      <rect class={`fill-${tone}`} {...place} rx={tone === 'warn' ? 3 : half} />
      <text class="count" x={x} y="40" text-anchor="middle">
        {n > 99 ? '99+' : n}
      </text>
    </>
  )
}

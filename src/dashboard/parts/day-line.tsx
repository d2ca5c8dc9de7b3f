import { DAY } from '../../domain/time/instant.ts'
import type { Scheduled } from '../../http/contract/control/calls/clock.ts'
import type { CalendarDay } from '../../http/pages/visit.ts'
import { eventsText } from '../words/events.ts'
import { weekdayText } from '../words/time.ts'

const WIDTH = 980
const HEIGHT = 98
const BASE = 60

interface DayLineProps {
  readonly days: readonly CalendarDay[]
  readonly now: string
  readonly scheduled: readonly Scheduled[]
}

/** Days from today on: banking days stand out, and what is scheduled stands on its day. */
export function DayLine({ days, now, scheduled }: DayLineProps) {
  const column = WIDTH / days.length
  const start = Date.parse(days[0]?.startsAt ?? now)
  const placeOf = (at: string) => ((Date.parse(at) - start) / DAY) * column
  return (
    <svg
      class="chart day-line"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={lineText(days, scheduled)}
    >
      {days.map((day, i) => (
        <Day day={day} x={i * column} width={column} events={on(day, days[i + 1], scheduled)} />
      ))}
      <line class="axis" x1="0" x2={WIDTH} y1={BASE} y2={BASE} />
      <line class="now" x1={placeOf(now)} x2={placeOf(now)} y1="6" y2={BASE} />
      <text class="now-text" x={placeOf(now) + 4} y="14">
        now
      </text>
    </svg>
  )
}

interface DayProps {
  readonly day: CalendarDay
  readonly x: number
  readonly width: number
  readonly events: readonly Scheduled[]
}

function Day({ day, x, width, events }: DayProps) {
  const returns = events.filter(({ event }) => event === 'returned')
  const others = events.length - returns.length
  const share = others > 0 ? 0.28 : 0.5
  return (
    <g>
      <title>{`${weekdayText(day.date)}: ${day.isBankingDay ? 'banking day' : 'banks are closed'}${events.length === 0 ? '' : `, ${eventsText(events)}`}`}</title>
      <rect
        class={day.isBankingDay ? 'open' : 'closed'}
        x={x + 1}
        y="4"
        width={width - 2}
        height={BASE - 4}
        rx="4"
      />
      {returns.length > 0 && <Count n={returns.length} x={x + width * share} isReturn />}
      {others > 0 && <Count n={others} x={x + width * (returns.length > 0 ? 0.72 : 0.5)} />}
      {weekdayText(day.date)
        .split(/ (.*)/, 2)
        .map((words, line) => (
          <text x={x + width / 2} y={BASE + 16 + 16 * line} text-anchor="middle">
            {words}
          </text>
        ))}
    </g>
  )
}

/** How many events; returns are a square of another colour. */
function Count({ n, x, isReturn = false }: { n: number; x: number; isReturn?: boolean }) {
  const half = n > 99 ? 14 : 11
  return (
    <>
      {isReturn ? (
        <rect
          class="fill-warn"
          x={x - half}
          y={36 - half}
          width={2 * half}
          height={2 * half}
          rx="3"
        />
      ) : (
        <circle class="fill-accent" cx={x} cy="36" r={half} />
      )}
      <text class="count" x={x} y="40" text-anchor="middle">
        {n > 99 ? '99+' : n}
      </text>
    </>
  )
}

function on(
  { startsAt }: CalendarDay,
  next: CalendarDay | undefined,
  scheduled: readonly Scheduled[],
): readonly Scheduled[] {
  const end = next?.startsAt ?? new Date(Date.parse(startsAt) + DAY).toISOString()
  return scheduled.filter(({ at }) => at >= startsAt && at < end)
}

function lineText(days: readonly CalendarDay[], scheduled: readonly Scheduled[]): string {
  const closed = days.filter(({ isBankingDay }) => !isBankingDay).length
  const what = scheduled.length === 0 ? 'nothing is scheduled' : eventsText(scheduled)
  return `${days.length} days, ${closed} without banks; ${what}`
}

import { listText, numberText, spanText } from '../../base/text/counted.ts'
import type { OutcomesDocument } from '../../judge/report/outcomes-document.ts'
import type { RequestOutcome } from '../../judge/run/outcome-times.ts'
import { ColourKey, type MarkLook } from '../parts/mark.tsx'
import { clockTime, dayOf, exactClockTime, shortDateTime } from '../words/time.ts'

const WIDTH = 980
const HEIGHT = 108
/** A few bars stay narrow. */
const WIDEST = 40

const kinds: readonly (readonly [RequestOutcome, MarkLook['tone'], what: string])[] = [
  ['approved', 'good', 'approved, or another 2xx'],
  ['declined', 'calm', 'declined or pending'],
  ['refused', 'bad', 'refused (4xx)'],
  ['lost', 'warn', 'lost'],
]

type Bar = OutcomesDocument['bars'][number]

/** How requests ended, over the time in which they came. */
export function OutcomeChart({ outcomes: { width: ms, bars } }: { outcomes: OutcomesDocument }) {
  const start = Date.parse(bars[0]?.at ?? '')
  const end = Date.parse(bars.at(-1)?.at ?? '') + ms
  const width = Math.min(WIDEST, WIDTH / Math.max(1, (end - start) / ms))
  const most = Math.max(...bars.map(totalOf))
  const words = kinds.map(([outcome, , what]) => {
    return `${numberText(bars.reduce((sum, bar) => sum + bar[outcome], 0))} ${what}`
  })
  const isOneDay = dayOf(isoOf(start)) === dayOf(isoOf(end))
  const exact = end - start < 60_000 ? exactClockTime : clockTime
  const timeText = isOneDay ? exact : shortDateTime
  return (
    <figure class="stack">
      <svg
        class="chart over-time"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={listText(words)}
      >
        {bars.map((bar) => {
          const x = ((Date.parse(bar.at) - start) / ms) * width + 1
          let y = HEIGHT
          return kinds.map(([outcome, tone]) => {
            const height = (bar[outcome] / most) * (HEIGHT - 6)
            y -= height
            return (
              height > 0 && <rect class={`fill-${tone}`} {...{ x, y, height }} width={width - 2} />
            )
          })
        })}
        <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      </svg>
      <p class="legend soft">
        <span>
          {timeText(isoOf(start))} to {timeText(isoOf(end))}, real time
        </span>
        <span>
          {numberText(bars.reduce((sum, bar) => sum + totalOf(bar), 0))} requests, at most{' '}
          {numberText(most)} in {spanText(ms)}
        </span>
      </p>
      <figcaption class="legend">
        {kinds.map(([, tone], i) => (
          <span>
            <ColourKey tone={tone} /> {words[i]}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

function totalOf(bar: Bar): number {
  return kinds.reduce((sum, [outcome]) => sum + bar[outcome], 0)
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}

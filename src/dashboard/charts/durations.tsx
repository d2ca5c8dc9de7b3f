import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import { tookText } from '../words/time.ts'

const WIDTH = 600
const HEIGHT = 140
const BASE = 118

/** Upper ends in milliseconds; a bar for each, and one for what took longer. */
const ends = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000]

/** How long answers took, in real time. */
export function DurationChart({ requests }: { requests: readonly RequestAnswer[] }) {
  const durations = requests.map(({ duration }) => duration).sort((one, other) => one - other)
  const counts = [...ends, Number.POSITIVE_INFINITY].map(
    (end, i, all) => durations.filter((ms) => ms < end && ms >= (all[i - 1] ?? 0)).length,
  )
  const most = Math.max(1, ...counts)
  const width = WIDTH / counts.length
  const at = (share: number) => tookText(durations[Math.floor((durations.length - 1) * share)] ?? 0)
  const words = `half within ${at(0.5)}, 99 of 100 within ${at(0.99)}, the slowest ${at(1)}`
  return (
    <figure class="stack">
      <svg
        class="chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Durations: ${words}`}
      >
        {counts.map((count, i) => {
          const height = (count / most) * (BASE - 18)
          return (
            <>
              <rect
                class="fill-accent"
                x={i * width + 2}
                y={BASE - height}
                width={width - 4}
                height={height}
                rx="2"
              />
              {count > 0 && (
                <text x={(i + 0.5) * width} y={BASE - height - 4} text-anchor="middle">
                  {count}
                </text>
              )}
              <text x={(i + 1) * width} y={HEIGHT - 6} text-anchor="end">
                {endText(ends[i])}
              </text>
            </>
          )
        })}
        <line class="axis" x1="0" x2={WIDTH} y1={BASE} y2={BASE} />
      </svg>
      <figcaption class="legend">In milliseconds: {words}</figcaption>
    </figure>
  )
}

function endText(ms: number | undefined): string {
  if (ms === undefined) return ''
  return ms < 1000 ? String(ms) : `${ms / 1000} s`
}

import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import { exactClockTime, tookText } from '../words/time.ts'

const WIDTH = 600
const HEIGHT = 140
const BASE = 118
const BUCKETS = 40

const kinds = [
  ['approved', 'good', 'approved or answered'],
  ['declined', 'calm', 'declined or pending'],
  ['refused', 'bad', 'refused (4XX)'],
  ['lost', 'warn', 'lost or 5XX'],
] as const

type OutcomeKind = (typeof kinds)[number][0]

function kindOf({ answer: { status }, outcome }: RequestAnswer): OutcomeKind {
  if (status === null || status >= 500) return 'lost'
  if (status >= 400) return 'refused'
  return outcome === 'declined' || outcome === 'pending' ? 'declined' : 'approved'
}

/** How many requests of each kind. */
type Bucket = Record<OutcomeKind, number>

function bucketsOf(requests: readonly RequestAnswer[]): readonly Bucket[] {
  const times = requests.map(({ real_at }) => Date.parse(real_at))
  const start = Math.min(...times)
  const span = Math.max(1, Math.max(...times) - start)
  const none = { approved: 0, declined: 0, refused: 0, lost: 0 }
  const buckets = Array.from({ length: BUCKETS }, () => ({ ...none }))
  for (const [i, request] of requests.entries()) {
    const place = Math.min(
      BUCKETS - 1,
      Math.floor((((times[i] ?? start) - start) / span) * BUCKETS),
    )
    const bucket = buckets[place]
    if (bucket !== undefined) bucket[kindOf(request)] += 1
  }
  return buckets
}

/** How requests were answered, over the time in which they came. */
export function OutcomeChart({ requests }: { requests: readonly RequestAnswer[] }) {
  const buckets = bucketsOf(requests)
  const total = (counts: Bucket) => kinds.reduce((sum, [kind]) => sum + counts[kind], 0)
  const most = Math.max(1, ...buckets.map(total))
  const width = WIDTH / BUCKETS
  const sums = kinds.map(([kind, , words]) => {
    const sum = buckets.reduce((all, counts) => all + counts[kind], 0)
    return `${sum} ${words}`
  })
  return (
    <figure class="stack">
      <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={sums.join(', ')}>
        {buckets.map((counts, i) => (
          <Stack counts={counts} most={most} x={i * width} width={width} />
        ))}
        <line class="axis" x1="0" x2={WIDTH} y1={BASE} y2={BASE} />
        <text x="0" y={HEIGHT - 6}>
          {exactClockTime(requests[0]?.real_at ?? '')}
        </text>
        <text x={WIDTH} y={HEIGHT - 6} text-anchor="end">
          {exactClockTime(requests.at(-1)?.real_at ?? '')} real time, at most {most} at once
        </text>
      </svg>
      <figcaption class="legend">
        {kinds.map(([, tone], i) => (
          <span>
            <svg width="10" height="10" aria-hidden="true" class="chart key-square">
              <rect class={`fill-${tone}`} width="10" height="10" rx="2" />
            </svg>{' '}
            {sums[i]}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

interface StackProps {
  readonly counts: Bucket
  readonly most: number
  readonly x: number
  readonly width: number
}

function Stack({ counts, most, x, width }: StackProps) {
  let y = BASE
  return (
    <g>
      {kinds.map(([kind, tone]) => {
        const height = (counts[kind] / most) * (BASE - 6)
        y -= height
        if (height === 0) return null
        return <rect class={`fill-${tone}`} x={x + 1} y={y} width={width - 2} height={height} />
      })}
    </g>
  )
}

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

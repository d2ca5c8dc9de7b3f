import { numberText } from '../../domain/money.ts'
import type { RequestResponse } from '../../http/contract/control/calls/requests.ts'
import type { MarkLook } from '../parts/mark.tsx'
import { listText } from '../words/numbers.ts'
import { exactClockTime } from '../words/time.ts'

const WIDTH = 980
const HEIGHT = 140
const BASE = 118
const BUCKETS = 60

const kinds = [
  ['good', 'approved, or another 2xx'],
  ['calm', 'declined or pending'],
  ['bad', 'refused (4xx)'],
  ['warn', 'lost'],
] as const

type Tone = MarkLook['tone']

function toneOf({ response: { status }, outcome }: RequestResponse): Tone {
  if (status === null || status >= 500 || status === 408) return 'warn'
  if (status >= 400) return 'bad'
  return outcome === 'declined' || outcome === 'pending' ? 'calm' : 'good'
}

/** How requests were answered, over the time in which they came. */
export function OutcomeChart({ requests }: { requests: readonly RequestResponse[] }) {
  const times = requests.map(({ real_at }) => Date.parse(real_at))
  const start = times.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const span = times.reduce((longest, at) => Math.max(longest, at - start), 1)
  const buckets = Array.from({ length: BUCKETS }, () => ({ good: 0, calm: 0, bad: 0, warn: 0 }))
  for (const [i, at] of times.entries()) {
    const bucket = buckets[Math.min(BUCKETS - 1, Math.floor(((at - start) / span) * BUCKETS))]
    const request = requests[i]
    if (bucket && request) bucket[toneOf(request)] += 1
  }
  const most = Math.max(...buckets.map(({ good, calm, bad, warn }) => good + calm + bad + warn))
  const width = WIDTH / BUCKETS
  const words = kinds.map(([tone, what]) => {
    return `${numberText(buckets.reduce((sum, bucket) => sum + bucket[tone], 0))} ${what}`
  })
  const timeOf = (request: RequestResponse | undefined) => exactClockTime(request?.real_at ?? '')
  return (
    <figure class="stack">
      <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={listText(words)}>
        {buckets.map((counts, i) => {
          let y = BASE
          return kinds.map(([tone]) => {
            const height = (counts[tone] / most) * (BASE - 6)
            y -= height
            const place = { x: i * width + 1, y, width: width - 2, height }
            return height > 0 && <rect class={`fill-${tone}`} {...place} />
          })
        })}
        <line class="axis" x1="0" x2={WIDTH} y1={BASE} y2={BASE} />
        <text x="0" y={HEIGHT - 6}>
          {timeOf(requests[0])}
        </text>
        <text x={WIDTH} y={HEIGHT - 6} text-anchor="end">
          {timeOf(requests.at(-1))} real time, at most {most} at once
        </text>
      </svg>
      <figcaption class="legend">
        {kinds.map(([tone], i) => (
          <span>
            <svg width="10" height="10" aria-hidden="true" class="chart key-square">
              <rect class={`fill-${tone}`} width="10" height="10" rx="2" />
            </svg>{' '}
            {words[i]}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

import type { RequestAnswer } from '../../http/contract/control/calls/requests.ts'
import { exactTimeText } from '../words/time.ts'

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

type Kind = (typeof kinds)[number][0]

function kindOf({ answer: { status }, outcome }: RequestAnswer): Kind {
  if (status === null || status >= 500) return 'lost'
  if (status >= 400) return 'refused'
  return outcome === 'declined' || outcome === 'pending' ? 'declined' : 'approved'
}

interface Bucket {
  readonly counts: Record<Kind, number>
}

function bucketsOf(requests: readonly RequestAnswer[]): readonly Bucket[] {
  const times = requests.map(({ real_at }) => Date.parse(real_at))
  const start = Math.min(...times)
  const span = Math.max(1, Math.max(...times) - start)
  const buckets = Array.from({ length: BUCKETS }, () => ({
    counts: { approved: 0, declined: 0, refused: 0, lost: 0 },
  }))
  for (const [i, request] of requests.entries()) {
    const place = Math.min(
      BUCKETS - 1,
      Math.floor((((times[i] ?? start) - start) / span) * BUCKETS),
    )
    const bucket = buckets[place]
    if (bucket !== undefined) bucket.counts[kindOf(request)] += 1
  }
  return buckets
}

/** How requests were answered, over the time in which they came. */
export function OutcomeChart({ requests }: { requests: readonly RequestAnswer[] }) {
  const buckets = bucketsOf(requests)
  const total = (counts: Bucket['counts']) => kinds.reduce((sum, [kind]) => sum + counts[kind], 0)
  const most = Math.max(1, ...buckets.map(({ counts }) => total(counts)))
  const width = WIDTH / BUCKETS
  const sums = kinds.map(([kind, , words]) => {
    const sum = buckets.reduce((all, { counts }) => all + counts[kind], 0)
    return `${sum} ${words}`
  })
  return (
    <figure class="stack">
      <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={sums.join(', ')}>
        {buckets.map(({ counts }, i) => (
          <Stack counts={counts} most={most} x={i * width} width={width} />
        ))}
        <line class="axis" x1="0" x2={WIDTH} y1={BASE} y2={BASE} />
        <text x="0" y={HEIGHT - 6}>
          {exactTimeText(requests[0]?.real_at ?? '')}
        </text>
        <text x={WIDTH} y={HEIGHT - 6} text-anchor="end">
          {exactTimeText(requests.at(-1)?.real_at ?? '')} real time, at most {most} at once
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
  readonly counts: Bucket['counts']
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

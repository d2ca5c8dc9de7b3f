import type { Exchange } from '../../exchange.ts'
import { Recent } from '../../recent.ts'
import type { CallFinding } from '../finding.ts'

const MOST = 5
const WINDOW_MS = 1000

/** Lookups without a pause; `calls` are the first of them. */
interface Burst {
  readonly count: number
  readonly tookMs: number
  readonly calls: readonly Exchange[]
}

/** What is known of one lookup that is made again and again. */
interface Asked {
  /** The last of them, no more than a window apart. */
  recent: readonly Exchange[]
  burst: Burst | undefined
  longest: Burst | undefined
  bursts: number
}

export const hammering = {
  code: 'hammering',
  severity: 'warning',
  one: 'hammered lookup',
  many: 'hammered lookups',
  seen: 'The same lookup or search was made more than 5 times within one second of real time, and the sandbox clock was not moved on meanwhile.',
  watch: () => {
    const all = new Recent<string, Asked>()
    return (exchange) => {
      const { operation, request } = exchange
      if (operation !== 'lookup' && operation !== 'search') return undefined
      const address = addressOf(exchange)
      const asked = all.get(address) ?? neverAsked()
      if (asked.recent.length === 0) all.set(address, asked)
      ask(asked, exchange)
      const { burst, longest } = asked
      if (burst === undefined || longest === undefined) return undefined
      const what = request.query.correlation_id_lookup ?? request.path
      return {
        key: address,
        subject: `${operation} ${what}`,
        message: `The same ${operation} was made ${longest.count} times within ${(longest.tookMs / 1000).toFixed(2)} s.`,
        advice:
          'Wait between lookups, longer each time: one second, two, four. Direct debits need days, not seconds.',
        exchanges: longest.calls,
        times: asked.bursts,
      }
    }
  },
} as const satisfies CallFinding

function neverAsked(): Asked {
  return { recent: [], burst: undefined, longest: undefined, bursts: 0 }
}

/** Takes note of one more; as long as too many are within a window, the burst goes on. */
function ask(asked: Asked, exchange: Exchange): void {
  const near = asked.recent.filter((before) => isNear(before, exchange))
  asked.recent = [...near, exchange].slice(-MOST - 1)
  if (asked.recent.length <= MOST) {
    asked.burst = undefined
    return
  }
  if (asked.burst === undefined) asked.bursts += 1
  const { count, calls } = asked.burst ?? { count: MOST, calls: asked.recent }
  const tookMs = exchange.realAt - (calls[0] ?? exchange).realAt
  asked.burst = { count: count + 1, tookMs, calls }
  if (asked.burst.count >= (asked.longest?.count ?? 0)) asked.longest = asked.burst
}

/** By the client's clock, and by the sandbox's, which tests move on. */
function isNear(before: Exchange, exchange: Exchange): boolean {
  return exchange.realAt - before.realAt < WINDOW_MS && exchange.at - before.at < WINDOW_MS
}

function addressOf({ merchant, request, facts }: Exchange): string {
  return `${merchant} ${request.path} ${facts.about?.correlationKey ?? ''}`
}

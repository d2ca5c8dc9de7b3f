import type { Exchange } from '../../exchange.ts'
import { Recent } from '../../recent.ts'
import type { CallFinding } from '../finding.ts'

const MOST = 5
const WINDOW_MS = 1000

/** Lookups without a pause; `calls` are the first of them. */
interface Burst {
  readonly calls: readonly Exchange[]
  count: number
  tookMs: number
}

/** The history of one repeated lookup. */
interface RepeatedLookup {
  /** The latest calls within one window. */
  readonly recent: Exchange[]
  burst: Burst | undefined
  longest: Burst | undefined
  bursts: number
}

export const hammering: CallFinding<'hammering'> = {
  code: 'hammering',
  severity: 'warning',
  one: 'hammered lookup',
  many: 'hammered lookups',
  seen: 'The same lookup or search was made more than 5 times within one second of real time, and the sandbox clock was not moved in between.',
  watch: () => {
    const all = new Recent<string, RepeatedLookup>()
    return (exchange) => {
      const { operation, request } = exchange
      if (operation !== 'lookup' && operation !== 'search') return undefined
      const address = addressOf(exchange)
      const lookup = all.get(address) ?? noLookup()
      if (lookup.recent.length === 0) all.set(address, lookup)
      addTo(lookup, exchange)
      if (lookup.burst === undefined) return undefined
      const { longest = lookup.burst } = lookup
      const what = request.query.correlation_id_lookup ?? request.path
      return {
        key: address,
        subject: `${operation} ${what}`,
        // Built on demand: it changes with each call while the burst lasts.
        get message() {
          return `The same ${operation} was made ${longest.count} times within ${(longest.tookMs / 1000).toFixed(2)} s.`
        },
        advice:
          'Wait between lookups, longer each time: one second, two, four. Direct debits need days, not seconds.',
        exchanges: longest.calls,
        times: lookup.bursts,
      }
    }
  },
}

function noLookup(): RepeatedLookup {
  return { recent: [], burst: undefined, longest: undefined, bursts: 0 }
}

/** Adds a call; the burst lasts while too many calls fall within one window. */
function addTo(lookup: RepeatedLookup, exchange: Exchange): void {
  const { recent } = lookup
  recent.push(exchange)
  while (recent.length > MOST + 1 || !isNear(recent[0] ?? exchange, exchange)) recent.shift()
  if (recent.length <= MOST) {
    lookup.burst = undefined
    return
  }
  if (lookup.burst === undefined) {
    lookup.bursts += 1
    lookup.burst = { calls: [...recent], count: MOST, tookMs: 0 }
  }
  const { burst } = lookup
  burst.count += 1
  burst.tookMs = exchange.realAt - (burst.calls[0] ?? exchange).realAt
  if (burst.count >= (lookup.longest?.count ?? 0)) lookup.longest = burst
}

/** By real time and by sandbox time, since tests may move the sandbox clock instead of waiting. */
function isNear(before: Exchange, exchange: Exchange): boolean {
  return exchange.realAt - before.realAt < WINDOW_MS && exchange.at - before.at < WINDOW_MS
}

function addressOf({ merchant, request, facts }: Exchange): string {
  return `${merchant} ${request.path} ${facts.about?.correlationKey ?? ''}`
}

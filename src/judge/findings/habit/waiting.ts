import { Recent } from '../../../base/recent.ts'
import { type DelayedCall, type Exchange, msBetween } from '../../../record/exchange.ts'
import type { Attempt } from '../../payments/judged-payment.ts'
import type { CallFinding, JudgeSettings, Sighting } from '../finding.ts'
import { requestLine } from '../payment/words.ts'

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
  seen: 'The same lookup or search was made more than 5 times within one second of real time, and the sandbox clock was not moved in between.',
  watch: () => {
    const all = new Recent<string, RepeatedLookup>()
    return (exchange) => {
      const { operation, request, asked } = exchange
      if (operation !== 'lookup' && operation !== 'search') return undefined
      const address = addressOf(exchange)
      const lookup = all.get(address) ?? noLookup()
      if (lookup.recent.length === 0) all.set(address, lookup)
      addTo(lookup, exchange)
      if (lookup.burst === undefined) return undefined
      const { longest = lookup.burst } = lookup
      const what = asked.correlation_id ?? request.path
      return {
        key: address,
        subject: `${operation} ${what}`,
        // Built on demand: it changes with each call while the burst lasts.
        get message() {
          return `The same ${operation} was made ${longest.count} times within ${(longest.tookMs / 1000).toFixed(2)} s.`
        },
        advice: `Wait before each further ${requestLine(exchange)}, longer each time: one second, two, four. Direct debits need days, not seconds.`,
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
  burst.tookMs = msBetween((burst.calls[0] ?? exchange).real_at, exchange.real_at)
  if (burst.count >= (lookup.longest?.count ?? 0)) lookup.longest = burst
}

/** By real time and by sandbox time, since tests may move the sandbox clock instead of waiting. */
function isNear(before: Exchange, exchange: Exchange): boolean {
  return (
    msBetween(before.real_at, exchange.real_at) < WINDOW_MS &&
    msBetween(before.at, exchange.at) < WINDOW_MS
  )
}

function addressOf({ merchant, request, asked }: Exchange): string {
  return `${merchant} ${request.path} ${asked.correlation_key ?? ''}`
}

export const noTimeout: CallFinding<'no-timeout'> = {
  code: 'no-timeout',
  severity: 'warning',
  one: 'missing timeout',
  seen: 'The client was still waiting for a response after 120 s (`report.client_timeout` in the config).',
  watch:
    () =>
    (exchange, { settings }) => {
      const { waited_ms: waitedMs } = exchange.facts
      if (waitedMs < settings.clientTimeoutMs) return undefined
      return { ...waitingSighting(exchange, waitedMs), exchanges: [exchange] }
    },
}

/** The same for a client that is still waiting. */
export function stillWaiting(
  { exchange, waitedMs, attempt }: DelayedCall & { readonly attempt: Attempt | undefined },
  settings: JudgeSettings,
): Sighting | undefined {
  if (waitedMs < settings.clientTimeoutMs) return undefined
  return {
    ...waitingSighting(exchange, waitedMs),
    events: attempt === undefined ? [] : [attempt],
  }
}

function waitingSighting(exchange: Exchange, waitedMs: number): Sighting {
  const seconds = Math.round(waitedMs / 1000)
  return {
    key: `${exchange.operation}`,
    subject: requestLine(exchange),
    message: `The client, and so its customer, was still waiting for a response after ${seconds} s.`,
    advice:
      'Stop waiting after a minute at most, then ask GET /v1/transactions?merchant_id=…&correlation_id_lookup=….',
  }
}

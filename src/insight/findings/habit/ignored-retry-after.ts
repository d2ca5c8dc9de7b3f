import { memberOf } from '../../../domain/plain-object.ts'
import type { Exchange } from '../../exchange.ts'
import { Recent } from '../../recent.ts'
import type { CallFinding } from '../finding.ts'

/** Timers and clocks are not exact. */
const TOLERANCE_MS = 100
const ROUNDING_MS = 5

export const ignoredRetryAfter: CallFinding<'ignored-retry-after'> = {
  code: 'ignored-retry-after',
  severity: 'warning',
  one: 'ignored Retry-After',
  many: 'ignored Retry-Afters',
  seen: 'After an answer with `Retry-After`, the same client sent the same call again before that time was over. Moving the sandbox clock counts as waiting.',
  watch: () => {
    const waiting = new Recent<string, Exchange>()
    return (exchange) => {
      const { retryAfterMs } = exchange.facts
      if (retryAfterMs === undefined && waiting.isEmpty) return undefined
      const key = callOf(exchange)
      const before = waiting.take(key)
      if (retryAfterMs !== undefined) waiting.set(key, exchange)
      if (before === undefined || !isEarly(before, exchange)) return undefined
      const what = (exchange.operation ?? 'request').replaceAll('_', ' ')
      const wait = Math.ceil((before.facts.retryAfterMs ?? 0) / 1000)
      return {
        key,
        subject: `${exchange.request.method} ${exchange.request.path}`,
        message: `The same ${what} was sent again before the ${wait} s that ${before.answer.status} had asked for (Retry-After) were over.`,
        advice: 'Wait as long as Retry-After says before you send it again.',
        exchanges: [before, exchange],
      }
    }
  },
}

/** Equal for the same call of the same client: who calls, what, and about which payment. */
function callOf({ operation, user, merchant, request, facts }: Exchange): string {
  const { path, query, body } = request
  const { requested } = facts
  const subject = requested
    ? [requested.reference, requested.amount]
    : [query, memberOf(body, 'reference'), memberOf(body, 'preferred_name')]
  return JSON.stringify([user, merchant, operation, path, subject])
}

/** By real time and by sandbox time, since tests may move the sandbox clock instead of waiting. */
function isEarly(before: Exchange, exchange: Exchange): boolean {
  const wait = (before.facts.retryAfterMs ?? 0) - TOLERANCE_MS
  const pause = exchange.realAt - (before.realAt + before.durationMs)
  // One that was sent before the answer could not know of it.
  return pause > -ROUNDING_MS && pause < wait && exchange.at - before.at < wait
}

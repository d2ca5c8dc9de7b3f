import { Recent } from '../../../base/recent.ts'
import { type Exchange, isCreating, msBetween, userAgentOf } from '../../../record/exchange.ts'
import type { CallFinding } from '../finding.ts'
import { requestLine } from '../payment/words.ts'

export const guessedPage: CallFinding<'guessed-page'> = {
  code: 'guessed-page',
  severity: 'warning',
  one: 'guessed page',
  seen: 'A page of a list was fetched with a computed offset, although the previous response offered `next`.',
  recipe: 'docs/reference/vault.md#customers',
  watch: () => {
    const offered = new Recent<string, Set<string>>(100)
    return (exchange) => {
      const { operation, request, facts } = exchange
      if (operation !== 'customer_search' && operation !== 'token_list') return undefined
      const { offset = '0' } = request.query
      const list = listOf(exchange)
      const known = offered.get(list)
      const isComputed =
        known !== undefined && offset !== '0' && !known.has(addressOf(request.path, request.query))
      if (facts.next !== undefined) offered.set(list, withNext(known, facts.next))
      if (!isComputed) return undefined
      return {
        key: list,
        subject: request.path,
        message: `The page at offset ${offset} was fetched with a computed address, although the previous response offered _links.next.`,
        advice: `Follow the _links.next.href of GET ${request.path} as it is, until a response has none.`,
      }
    }
  },
}

/** Identifies the list of a page, with default parameters filled in. */
function listOf({ merchant, request: { path, query } }: Exchange): string {
  const { ordering = 'name', name, reference } = query
  return JSON.stringify([path, merchant, ordering, name, reference])
}

const MOST = 1000

function withNext(known: Set<string> | undefined, next: string): Set<string> {
  const all = known === undefined || known.size >= MOST ? new Set<string>() : known
  const mark = next.indexOf('?')
  const query = Object.fromEntries(new URLSearchParams(next.slice(mark + 1)))
  return all.add(addressOf(next.slice(0, mark), query))
}

function addressOf(path: string, query: Readonly<Record<string, string>>): string {
  const names = Object.keys(query).sort()
  if (names.length === 0) return path
  return `${path}?${names.map((name) => `${name}=${query[name]}`).join('&')}`
}

/** Timers and clocks are not exact. */
const TOLERANCE_MS = 100
const ROUNDING_MS = 5

export const ignoredRetryAfter: CallFinding<'ignored-retry-after'> = {
  code: 'ignored-retry-after',
  severity: 'warning',
  one: 'ignored Retry-After',
  seen: 'After a response with `Retry-After`, the same client sent the same call again before that time was over. Moving the sandbox clock counts as waiting.',
  watch: () => {
    const waiting = new Recent<string, Exchange>()
    return (exchange) => {
      const { retry_after_ms: retryAfterMs } = exchange.facts
      if (retryAfterMs === undefined && waiting.isEmpty) return undefined
      const key = callOf(exchange)
      const before = waiting.take(key)
      if (retryAfterMs !== undefined) waiting.set(key, exchange)
      if (before === undefined || !isEarly(before, exchange)) return undefined
      const what = (exchange.operation ?? 'request').replaceAll('_', ' ')
      const wait = Math.ceil((before.facts.retry_after_ms ?? 0) / 1000)
      return {
        key,
        subject: requestLine(exchange),
        message: `The same ${what} was sent again after HTTP ${before.response.status}, before the ${wait} s of its Retry-After header were over.`,
        advice: `Wait as long as Retry-After says before you send ${requestLine(exchange)} again.`,
        exchanges: [before, exchange],
      }
    }
  },
}

/**
 * Equal for the same call of the same client: who calls, what, and about which payment. Another
 * program, as its `User-Agent` shows, never saw the response.
 */
function callOf(exchange: Exchange): string {
  const { operation, user, merchant, request, asked } = exchange
  const { path, query } = request
  const subject = isCreating(operation)
    ? [asked.reference, asked.amount]
    : [query, asked.reference, asked.name]
  return JSON.stringify([user, userAgentOf(exchange), merchant, operation, path, subject])
}

/** By real time and by sandbox time, since tests may move the sandbox clock instead of waiting. */
function isEarly(before: Exchange, exchange: Exchange): boolean {
  const wait = (before.facts.retry_after_ms ?? 0) - TOLERANCE_MS
  const pause = Date.parse(exchange.real_at) - (Date.parse(before.real_at) + before.duration)
  // One that was sent before the answer could not know of it.
  return pause > -ROUNDING_MS && pause < wait && msBetween(before.at, exchange.at) < wait
}

import type { Exchange } from '../../exchange.ts'
import { Recent } from '../../recent.ts'
import type { CallFinding } from '../finding.ts'

export const computedPage: CallFinding<'computed-page'> = {
  code: 'computed-page',
  severity: 'warning',
  one: 'computed page',
  many: 'computed pages',
  seen: 'A page of a list was fetched with a computed offset, although the previous answer offered `next`.',
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
        message: `The page at offset ${offset} was fetched with a computed address, although the previous answer offered _links.next.`,
        advice: 'Follow _links.next.href as it is, until an answer has none.',
        exchanges: [exchange],
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

import { maskedText } from '../card/text.ts'
import type { Call } from '../transaction/transactions.ts'
import type { Seen } from '../transaction/views.ts'
import type { Check, Pattern } from '../wire/expected.ts'

/** Whose data a vault call is about. */
export interface Vault {
  readonly seen: Seen
  readonly call: Call
  readonly merchant: number
}

export function merchantOf({ request, caller }: Call): number {
  const given = new Map(request.query).get('merchant_id')
  return given === undefined ? caller.merchant : Number(given)
}

/** A link leads to the data of another merchant only if it says whose they are. */
export function hrefOf({ seen, call, merchant }: Vault, path: string): string {
  const suffix = merchant === call.caller.merchant ? '' : `?merchant_id=${merchant}`
  return `${seen.api}${path}${suffix}`
}

const defaults = { limit: '100', offset: '0', ordering: 'name' }

/** The links of a page: each carries all filters. */
export function pageLinks(vault: Vault, path: string, total: number): Pattern {
  const query = { ...defaults, ...Object.fromEntries(vault.call.request.query) }
  const [offset, limit] = [Number(query.offset), Number(query.limit)]
  const at = (place: number) => ({ href: pageAt(vault, path, { ...query, offset: String(place) }) })
  return {
    self: at(offset),
    first: at(0),
    next: offset + limit < total ? at(offset + limit) : undefined,
  }
}

function pageAt(vault: Vault, path: string, query: Readonly<Record<string, string>>): Check {
  return (value) => {
    if (typeof value !== 'string' || !URL.canParse(value)) return 'an address expected'
    const url = new URL(value)
    const carried = Object.fromEntries(url.searchParams)
    const isOwn = vault.merchant === vault.call.caller.merchant
    const whose = isOwn ? {} : { merchant_id: carried.merchant_id ?? 'none' }
    const all = { ...defaults, merchant_id: String(vault.merchant), ...carried, ...whose }
    const said = sorted(all, withoutMark)
    const wanted = sorted({ ...query, merchant_id: String(vault.merchant) }, maskedText)
    const isThere = `${url.origin}${url.pathname}` === vault.seen.api + path
    return isThere && said === wanted ? undefined : `${path} with ${wanted} expected`
  }
}

/** Behind a masked number there may be a mark by which the gateway knows the whole one again. */
function withoutMark(value: string): string {
  return value.replace(/(x{3,}[0-9]{4})#[\w-]+$/, '$1')
}

function sorted(query: Readonly<Record<string, string>>, shown: (value: string) => string): string {
  return JSON.stringify(
    Object.entries(query)
      .map(([name, value]) => [name, shown(value)])
      .sort(),
  )
}

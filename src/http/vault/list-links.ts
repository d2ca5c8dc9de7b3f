import type { UserCall } from '../call.ts'
import { type Links, link } from '../hal.ts'

/** Where a page stands in its list. */
interface Place {
  readonly offset: number
  readonly limit: number
  readonly hasMore: boolean
}

const filters = ['merchant_id', 'ordering', 'name', 'reference']

/** Links of a page; each keeps what the client asked for, so that it can be followed blindly. */
export function listLinks({ base, query, ground }: UserCall, path: string, place: Place): Links {
  const { rels } = ground.assumptions
  const { offset, limit, hasMore } = place
  const kept = Object.entries(query).filter(([name]) => filters.includes(name))
  const pageAt = (start: number) =>
    link(base, path, {
      ...Object.fromEntries(kept),
      limit: String(limit),
      offset: String(start),
    })
  return {
    [rels.self]: pageAt(offset),
    [rels.first]: pageAt(0),
    ...(hasMore && { [rels.next]: pageAt(offset + limit) }),
  }
}

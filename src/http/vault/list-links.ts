import { maskCardNumbers } from '../../domain/card/card-number-in-text.ts'
import { linkedText } from '../../world/commands/text-key.ts'
import type { World } from '../../world/world.ts'
import type { UserCall } from '../call.ts'
import { type Links, link } from '../hal.ts'

/** Where a page stands in its list. */
interface Place {
  readonly offset: number
  readonly limit: number
  readonly hasMore: boolean
}

/** How each filter stands in a link: what was searched for may hold a card number. */
const filters: ReadonlyMap<string, (text: string, world: World) => string> = new Map([
  ['merchant_id', asItIs],
  ['ordering', asItIs],
  ['name', maskCardNumbers],
  ['reference', (text: string, world: World) => linkedText(world, text)],
])

function asItIs(text: string): string {
  return text
}

/** Links of a page; each keeps what the client asked for, so that it can be followed blindly. */
export function listLinks(
  { base, query, context, world }: UserCall,
  path: string,
  place: Place,
): Links {
  const { rels } = context.assumptions
  const { offset, limit, hasMore } = place
  const kept = Object.entries(query).flatMap(([name, text]) => {
    const written = filters.get(name)?.(text, world)
    return written === undefined ? [] : [[name, written] as const]
  })
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

import { nextTurn } from '../../document/in-batches.ts'

/** A page of a long list. */
interface ListPart<T> {
  readonly found: readonly T[]
  /** The offset of the next page; null on the last one. */
  readonly next_offset: number | null
}

/** Bounds the size of an answer; the rest goes to the next page. */
const MAX_BYTES = 16 * 1024 * 1024

/** Like `page`, for a list that takes long to find: other requests run at each undefined entry. */
export async function pageInTurns<T, Answer>(
  all: Iterable<T | undefined>,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  answer: (one: T) => Answer,
): Promise<ListPart<Answer>> {
  const items: T[] = []
  let skipped = 0
  for (const item of all) {
    if (item === undefined) await nextTurn()
    else if (skipped < offset) skipped += 1
    else items.push(item)
    if (items.length > limit) break
  }
  const { found, next_offset } = page(items, { offset: 0, limit }, answer)
  return { found, next_offset: next_offset === null ? null : offset + next_offset }
}

/** Entries to look at before other requests get a turn: a few milliseconds. */
const BATCH = 250

/** The first entries that match; other requests run meanwhile. */
export async function firstMatches<T>(
  all: readonly T[],
  isMatch: (one: T) => boolean,
  most: number,
): Promise<readonly T[]> {
  const found: T[] = []
  for (const [i, one] of all.entries()) {
    if (i % BATCH === BATCH - 1) await nextTurn()
    if (isMatch(one)) found.push(one)
    if (found.length === most) break
  }
  return found
}

/** Builds one page of answers without reading the rest of the list. */
export function page<T, Answer>(
  all: Iterable<T>,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  answer: (one: T) => Answer,
): ListPart<Answer> {
  const found: Answer[] = []
  let index = 0
  let bytes = 0
  for (const item of all) {
    if (index >= offset) {
      const one = answer(item)
      bytes += JSON.stringify(one).length
      const isFull = found.length === limit || (bytes > MAX_BYTES && found.length > 0)
      if (isFull) return { found, next_offset: offset + found.length }
      found.push(one)
    }
    index += 1
  }
  return { found, next_offset: null }
}

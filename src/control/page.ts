import { nextTurn } from '../base/in-batches.ts'

/** A page of a long list. */
interface ListPart<T> {
  readonly found: readonly T[]
  readonly hasMore: boolean
}

/** Builds one page of answers without reading the rest of the list; other requests run at each undefined entry. */
export async function page<T, Answer>(
  all: Iterable<T | undefined>,
  limit: number,
  answer: (one: T) => Answer,
): Promise<ListPart<Answer>> {
  const found: Answer[] = []
  for (const item of all) {
    if (item === undefined) {
      await nextTurn()
      continue
    }
    if (found.length === limit) return { found, hasMore: true }
    found.push(answer(item))
  }
  return { found, hasMore: false }
}

/** Entries to look at before other requests get a turn: a few milliseconds. */
const BATCH = 250

/** The first entries that match; other requests run meanwhile, also at each undefined entry. */
export async function firstMatches<T>(
  all: Iterable<T | undefined>,
  isMatch: (one: T) => boolean,
  most: number,
): Promise<readonly T[]> {
  const found: T[] = []
  if (most <= 0) return found
  let seen = 0
  for (const one of all) {
    seen += 1
    if (one === undefined || seen % BATCH === 0) await nextTurn()
    if (one !== undefined && isMatch(one)) found.push(one)
    if (found.length === most) break
  }
  return found
}

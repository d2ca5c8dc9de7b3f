/** A part of a long list. */
interface ListPart<T> {
  readonly found: readonly T[]
  /** Where the next part begins; null: there is no more. */
  readonly next_offset: number | null
}

/** An answer stays readable: what does not fit any more begins the next part. */
const MAX_BYTES = 16 * 1024 * 1024

/** A part of a list as it is answered, made no further than asked for. */
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

/** A part of a long list, made no further than asked for. */
export function page<T>(
  all: Iterable<T>,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): readonly T[] {
  const found: T[] = []
  let index = 0
  for (const item of all) {
    if (index >= offset) found.push(item)
    index += 1
    if (found.length === limit) break
  }
  return found
}

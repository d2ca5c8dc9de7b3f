/** Negative if `one` comes first. Only an item and itself may compare as zero. */
export type Compare<T> = (one: T, other: T) => number

const CHUNK = 512

/**
 * Sorted items in chunks: an insertion moves at most one chunk, and a page is found by counting
 * chunks. New items are sorted in on the next read, so that a bulk load sorts once.
 */
export class SortedList<T> {
  readonly #compare: Compare<T>
  #chunks: T[][] = []
  #waiting: T[] = []
  #size = 0

  constructor(compare: Compare<T>) {
    this.#compare = compare
  }

  get size(): number {
    return this.#size
  }

  add(item: T): void {
    this.#waiting.push(item)
    this.#size += 1
  }

  /** Removes the item that compares as equal. */
  remove(item: T): void {
    this.#settle()
    const index = this.#chunkFor(item)
    const chunk = this.#chunks[index] ?? []
    const place = lowerBound(chunk, item, this.#compare)
    const found = chunk[place]
    if (found === undefined || this.#compare(found, item) !== 0) {
      throw new Error('An item to be taken out of a sorted list is not in it')
    }
    chunk.splice(place, 1)
    if (chunk.length === 0) this.#chunks.splice(index, 1)
    this.#size -= 1
  }

  /** Up to `count` items from an offset on. */
  slice(offset: number, count: number): readonly T[] {
    this.#settle()
    const found: T[] = []
    let start = offset
    for (const chunk of this.#chunks) {
      if (start < chunk.length) {
        found.push(...chunk.slice(start, start + count - found.length))
        if (found.length === count) return found
      }
      start = Math.max(0, start - chunk.length)
    }
    return found
  }

  /** The first `count` items that pass, or fewer. */
  first(count: number, passes: (item: T) => boolean): readonly T[] {
    this.#settle()
    const found: T[] = []
    for (const chunk of this.#chunks) {
      for (const item of chunk) {
        if (!passes(item)) continue
        found.push(item)
        if (found.length === count) return found
      }
    }
    return found
  }

  #settle(): void {
    const waiting = this.#waiting
    if (waiting.length === 0) return
    this.#waiting = []
    // Sorting a mostly sorted list takes a few comparisons per item, an insertion a few dozen.
    if (waiting.length * 16 < this.#size) {
      for (const item of waiting) this.#insert(item)
    } else {
      this.#chunks = chunked(this.#chunks.flat().concat(waiting).sort(this.#compare))
    }
  }

  #insert(item: T): void {
    const index = Math.min(this.#chunkFor(item), this.#chunks.length - 1)
    const chunk = this.#chunks[index] as T[]
    chunk.splice(lowerBound(chunk, item, this.#compare), 0, item)
    if (chunk.length > CHUNK) this.#chunks.splice(index + 1, 0, chunk.splice(CHUNK / 2))
  }

  /** The first chunk whose last item is not before this one. */
  #chunkFor(item: T): number {
    const compareLast = (chunk: T[]) => this.#compare(chunk.at(-1) as T, item)
    return firstWhere(this.#chunks, (chunk) => compareLast(chunk) >= 0)
  }
}

/** The index of the first item that is not before this one. */
export function lowerBound<T>(items: readonly T[], item: T, compare: Compare<T>): number {
  return firstWhere(items, (other) => compare(other, item) >= 0)
}

/** Binary search for the first item that passes; all items after it must pass too. */
function firstWhere<T>(items: readonly T[], passes: (item: T) => boolean): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(items[middle] as T)) high = middle
    else low = middle + 1
  }
  return low
}

function chunked<T>(items: readonly T[]): T[][] {
  const chunks: T[][] = []
  for (let start = 0; start < items.length; start += CHUNK / 2) {
    chunks.push(items.slice(start, start + CHUNK / 2))
  }
  return chunks
}

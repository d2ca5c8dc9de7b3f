/** Negative if `one` comes first. Only an item and itself may compare as zero. */
export type Compare<T> = (one: T, other: T) => number

/** So many new items are sorted in one by one; for more, sorting the whole list is faster. */
const FEW = 16

/** Sorted items. New ones are sorted in on the next read, so that a bulk load sorts once. */
export class SortedList<T> {
  readonly #compare: Compare<T>
  #items: T[] = []
  #waiting: T[] = []

  constructor(compare: Compare<T>) {
    this.#compare = compare
  }

  get size(): number {
    return this.#items.length + this.#waiting.length
  }

  add(item: T): void {
    this.#waiting.push(item)
  }

  /** Removes the item that compares as equal. */
  remove(item: T): void {
    const items = this.#sorted()
    const place = lowerBound(items, item, this.#compare)
    const found = items[place]
    if (found === undefined || this.#compare(found, item) !== 0) {
      throw new Error('An item to be taken out of a sorted list is not in it')
    }
    items.splice(place, 1)
  }

  /** Up to `count` items from an offset on. */
  slice(offset: number, count: number): readonly T[] {
    return this.#sorted().slice(offset, offset + count)
  }

  /** The first `count` items that pass, or fewer. */
  first(count: number, passes: (item: T) => boolean): readonly T[] {
    const found: T[] = []
    for (const item of this.#sorted()) {
      if (!passes(item)) continue
      found.push(item)
      if (found.length === count) break
    }
    return found
  }

  #sorted(): T[] {
    const waiting = this.#waiting
    if (waiting.length === 0) return this.#items
    this.#waiting = []
    if (waiting.length > FEW) this.#items = this.#items.concat(waiting).sort(this.#compare)
    else for (const item of waiting) this.#insert(item)
    return this.#items
  }

  #insert(item: T): void {
    this.#items.splice(lowerBound(this.#items, item, this.#compare), 0, item)
  }
}

/** The index of the first item that is not before this one. */
export function lowerBound<T>(items: readonly T[], item: T, compare: Compare<T>): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(items[middle] as T, item) >= 0) high = middle
    else low = middle + 1
  }
  return low
}

/** A part of a longer list. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly hasMore: boolean
}

/** What passes of some items, looked for only as far as a page asks: most clients read the first. */
export class Matches<T> {
  readonly #rest: Iterator<T>
  readonly #passes: (item: T) => boolean
  readonly #found: T[] = []

  constructor(items: Iterable<T>, passes: (item: T) => boolean) {
    this.#rest = items[Symbol.iterator]()
    this.#passes = passes
  }

  page(offset: number, limit: number): Page<T> {
    this.#find(offset + limit + 1)
    const items = this.#found.slice(offset, offset + limit)
    return { items, hasMore: this.#found.length > offset + limit }
  }

  #find(count: number): void {
    while (this.#found.length < count) {
      const next = this.#rest.next()
      if (next.done) return
      if (this.#passes(next.value)) this.#found.push(next.value)
    }
  }
}

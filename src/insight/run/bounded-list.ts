/** The last so many of something, and how many were let go. */
export class BoundedList<T> {
  readonly #limit: number
  #items: T[] = []
  #dropped = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  /** Oldest first. */
  get items(): readonly T[] {
    return this.#items.length > this.#limit ? this.#items.slice(-this.#limit) : this.#items
  }

  get dropped(): number {
    return this.#dropped + Math.max(0, this.#items.length - this.#limit)
  }

  add(item: T): void {
    this.#items.push(item)
    // One at a time would shift the whole array each time.
    if (this.#items.length < 2 * this.#limit + 16) return
    this.#dropped += this.#items.length - this.#limit
    this.#items = this.#limit === 0 ? [] : this.#items.slice(-this.#limit)
  }

  /** Lets those go that are not wanted any more; they do not count as dropped. */
  keep(isWanted: (item: T) => boolean): void {
    this.#items = this.items.filter(isWanted)
  }
}

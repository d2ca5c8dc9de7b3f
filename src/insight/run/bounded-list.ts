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
    const over = this.#items.length - this.#limit
    return over > 0 ? this.#items.slice(over) : this.#items
  }

  get dropped(): number {
    return this.#dropped + Math.max(0, this.#items.length - this.#limit)
  }

  add(item: T): void {
    this.#items.push(item)
    // One at a time would shift the whole array each time.
    if (this.#items.length < 2 * this.#limit + 16) return
    const kept = this.items
    this.#dropped += this.#items.length - kept.length
    this.#items = [...kept]
  }

  /** Lets those go that are not wanted any more; they do not count as dropped. */
  keep(isWanted: (item: T) => boolean): void {
    this.#items = this.items.filter(isWanted)
  }
}
